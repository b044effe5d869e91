#include "model/contact.h"

#include <stdlib.h>

static bool grow(double **p, size_t n)
{
    double *moved = realloc(*p, n * sizeof **p);
    if (moved)
        *p = moved;
    return moved != NULL;
}

bool clast_contacts_reserve(clast_contacts *c, int32_t n)
{
    if (n <= c->room)
        return true;
    size_t room = (size_t)n + (size_t)n / 4 + 16;
    clast_key *key = realloc(c->key, room * sizeof *key);
    if (!key)
        return false;
    c->key = key;
    for (int k = 0; k < 3; k++)
        if (!grow(&c->n_dir[k], room) || !grow(&c->ft[k], room))
            return false;
    uint8_t *kind = realloc(c->kind, room);
    if (!kind)
        return false;
    c->kind = kind;
    if (!grow(&c->fel, room) || !grow(&c->fd, room) || !grow(&c->ut, room))
        return false;
    for (int k = 0; k < c->n_history; k++)
        if (!grow(&c->history[k], room))
            return false;
    c->room = (int32_t)room;
    return true;
}

void clast_contacts_free(clast_contacts *c)
{
    free(c->key);
    for (int k = 0; k < 3; k++) {
        free(c->n_dir[k]);
        free(c->ft[k]);
    }
    free(c->fel);
    free(c->fd);
    free(c->ut);
    free(c->kind);
    for (int k = 0; k < CLAST_HISTORY_MOST; k++)
        free(c->history[k]);
    *c = (clast_contacts){0};
}

size_t clast_contacts_bytes(const clast_contacts *c)
{
    return (size_t)c->room * (sizeof(clast_key) + 1 + (size_t)(9 + c->n_history) * sizeof(double));
}
