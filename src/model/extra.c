#include "model/extra.h"

#include <stdlib.h>

enum { CONTACT_ARRAYS = 18, BODY_ARRAYS = 12 };

static void contact_arrays(clast_extra *e, double **list[CONTACT_ARRAYS])
{
    int n = 0;
    for (int c = 0; c < 3; c++) {
        list[n++] = &e->t[c], list[n++] = &e->roll[c];
        list[n++] = &e->roll_spring[c], list[n++] = &e->bond_f[c];
    }
    list[n++] = &e->roll_stored, list[n++] = &e->roll_lost, list[n++] = &e->bond_stored;
    list[n++] = &e->broken, list[n++] = &e->cohesion, list[n++] = &e->kr;
}

static void body_arrays(clast_extra *e, double **list[BODY_ARRAYS])
{
    for (int c = 0; c < 3; c++) {
        list[4 * c] = &e->local_f[c], list[4 * c + 1] = &e->local_t[c];
        list[4 * c + 2] = &e->global_f[c], list[4 * c + 3] = &e->global_t[c];
    }
}

static bool grow(double ***list, int count, size_t room)
{
    for (int k = 0; k < count; k++) {
        double *moved = realloc(*list[k], room * sizeof *moved);
        if (!moved)
            return false;
        *list[k] = moved;
    }
    return true;
}

static bool grow_bytes(uint8_t **p, size_t room)
{
    uint8_t *moved = realloc(*p, room);
    if (moved)
        *p = moved;
    return moved != NULL;
}

bool clast_extra_reserve_contacts(clast_extra *e, int32_t n)
{
    double **list[CONTACT_ARRAYS];
    if (n <= e->contact_room && e->hold)
        return true;
    const size_t room = (size_t)n + (size_t)n / 4 + 16;
    contact_arrays(e, list);
    if (!grow(list, CONTACT_ARRAYS, room) || !grow_bytes(&e->hold, room) || !grow_bytes(&e->how, room))
        return false;
    e->contact_room = (int32_t)room;
    return true;
}

bool clast_extra_reserve_bodies(clast_extra *e, int32_t n)
{
    double **list[BODY_ARRAYS];
    if (n <= e->body_room)
        return true;
    body_arrays(e, list);
    if (!grow(list, BODY_ARRAYS, (size_t)n))
        return false;
    e->body_room = n;
    return true;
}

void clast_extra_free(clast_extra *e)
{
    double **contacts[CONTACT_ARRAYS], **bodies[BODY_ARRAYS];
    contact_arrays(e, contacts);
    body_arrays(e, bodies);
    for (int k = 0; k < CONTACT_ARRAYS; k++)
        free(*contacts[k]);
    for (int k = 0; k < BODY_ARRAYS; k++)
        free(*bodies[k]);
    free(e->hold);
    free(e->how);
    *e = (clast_extra){0};
}

size_t clast_extra_bytes(const clast_extra *e)
{
    return (size_t)e->contact_room * (CONTACT_ARRAYS * sizeof(double) + 3) +
           (size_t)e->body_room * BODY_ARRAYS * sizeof(double);
}
