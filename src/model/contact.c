#include "model/contact.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"

static bool grow(void *pointer, int32_t from, size_t to, size_t each)
{
    void **p = pointer;
    void *moved = clast_pages_resize(*p, (size_t)from * each, to * each);
    if (moved)
        *p = moved;
    return moved != NULL;
}

static size_t record_bytes(const clast_contacts *c) { return (size_t)contact_width(c) * sizeof(double); }

static size_t booked_bytes(const clast_contacts *c) { return (size_t)c->n_booked * sizeof(double); }

static bool grow_to(clast_contacts *c, int32_t room)
{
    if (room <= c->room)
        return true;
    const size_t n = (size_t)room;
    if (!grow(&c->list, c->room, n, sizeof *c->list) || !grow(&c->key, c->room, n, sizeof *c->key) ||
        !grow(&c->kind, c->room, n, 1) || !grow(&c->record, c->room, n, record_bytes(c)) ||
        (c->n_booked && !grow(&c->booked, c->room, n, booked_bytes(c))))
        return false;
    memset(c->kind + c->room, CLAST_HOLE, n - (size_t)c->room);
    c->room = room;
    return true;
}

bool clast_contacts_reserve(clast_contacts *c, int32_t n) { return n <= c->room || grow_to(c, n + n / 4 + 16); }

bool clast_contacts_match(clast_contacts *a, clast_contacts *b, int32_t n)
{
    return clast_contacts_reserve(a, n) && grow_to(b, a->room) && grow_to(a, b->room);
}

void clast_contacts_free(clast_contacts *c)
{
    free(c->list);
    free(c->key);
    free(c->kind);
    free(c->record);
    free(c->booked);
    *c = (clast_contacts){0};
}

size_t clast_contacts_bytes(const clast_contacts *c)
{
    return (size_t)c->room * (sizeof(clast_key) + sizeof(int32_t) + 1 + record_bytes(c) + booked_bytes(c));
}
