#include "model/field.h"

#include <stdlib.h>

static bool grow(void *pointer, size_t bytes)
{
    void **p = pointer, *moved = realloc(*p, bytes);
    if (moved)
        *p = moved;
    return moved != NULL;
}

bool clast_field_work_reserve(clast_field_work *w, int32_t n)
{
    const size_t room = (size_t)n + 1;
    if (n <= w->room)
        return true;
    for (int c = 0; c < 3; c++)
        if (!grow(&w->list_x[c], room * sizeof(double)))
            return false;
    if (!grow(&w->acts, room * sizeof *w->acts) || !grow(&w->sum, room * sizeof *w->sum) ||
        !grow(&w->reach, room * sizeof *w->reach) || !grow(&w->first, room * sizeof *w->first) ||
        !grow(&w->second_first, room * sizeof *w->second_first) ||
        !grow(&w->sphere_first, room * sizeof *w->sphere_first))
        return false;
    w->room = n;
    return true;
}

void clast_field_work_free(clast_field_work *w)
{
    void *all[] = {w->acts,  w->sum,   w->list_x[0],    w->list_x[1], w->list_x[2],    w->reach,
                   w->pairs, w->first, w->second_first, w->second,    w->sphere_first, w->arm};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
    *w = (clast_field_work){.skin = w->skin};
}

size_t clast_field_work_bytes(const clast_field_work *w)
{
    const size_t per_body = sizeof *w->acts + sizeof *w->sum + 4 * sizeof(double) + 3 * sizeof(int32_t);
    return (size_t)w->room * per_body + w->c_pairs * sizeof *w->pairs + w->c_second * sizeof *w->second +
           w->c_arm * sizeof *w->arm;
}
