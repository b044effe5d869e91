#include "model/contact.h"

#include <stdlib.h>

#include "base/pages.h"

static bool grow(void *pointer, int32_t from, size_t to, size_t each)
{
    void **p = pointer;
    void *moved = clast_pages_resize(*p, (size_t)from * each, to * each);
    if (moved)
        *p = moved;
    return moved != NULL;
}

static size_t bytes_each(const clast_contacts *c) { return (size_t)contact_width(c) * sizeof(double); }

bool clast_contacts_reserve(clast_contacts *c, int32_t n)
{
    const size_t room = (size_t)n + (size_t)n / 4 + 16;
    if (n > c->room) {
        if (!grow(&c->key, c->room, room, sizeof *c->key) || !grow(&c->kind, c->room, room, 1))
            return false;
        c->room = (int32_t)room;
    }
    if (n > c->record_room) {
        if (!grow(&c->record, c->record_room, room, bytes_each(c)))
            return false;
        c->record_room = (int32_t)room;
    }
    return true;
}

void clast_contacts_free(clast_contacts *c)
{
    free(c->key);
    free(c->kind);
    free(c->record);
    *c = (clast_contacts){0};
}

size_t clast_contacts_bytes(const clast_contacts *c)
{
    return (size_t)c->room * (sizeof(clast_key) + 1) + (size_t)c->record_room * bytes_each(c);
}
