/* Puts what closed or opened in a tile since the last accepted step into its lists (list.h), where that is little. */
#ifndef CLAST_COLLIDE_LIST_EDIT_H
#define CLAST_COLLIDE_LIST_EDIT_H

#include "collide/keep.h"
#include "model/work.h"

/* Bodies with bodies and bodies with walls go through different lanes; contacts kept over a gap are for themselves. */
static inline int32_t list_group(const clast_work *w, const clast_near *near, int32_t c)
{
    const int32_t pair = w->group_kinds > 1 ? near->pair * CLAST_KINDS + keep_kind(w, c) : near->pair;
    return 2 * pair + (near->b < 0);
}

/* Bodies first .. last - 1. */
typedef struct clast_list_range {
    int32_t first, last;
} clast_list_range;

static inline bool list_reaches(const clast_near *near, clast_list_range tile)
{
    return near->b >= tile.last || (near->b >= 0 && near->b < tile.first);
}

/* Brings the counts of a tile up to what changed. */
void clast_list_count(clast_work *w, int64_t tile);
/* From the lists of before to those placed anew. */
void clast_list_edit(const clast_job *job, int64_t tile);

/* Counts the changes of all tiles and places what begins and ends. False: some have no room, or many changes. */
bool clast_list_count_in_place(clast_work *w, clast_tile_list *sum);
/* Then the lists of tiles first .. last - 1 are changed where they lie: a task of the pool, with a clast_job. */
void clast_list_edit_in_place(void *context, int64_t first, int64_t last);

#endif
