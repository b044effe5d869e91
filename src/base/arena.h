/* Memory that is handed out piece by piece and given back all at once. */
#ifndef CLAST_BASE_ARENA_H
#define CLAST_BASE_ARENA_H

#include <stddef.h>

typedef struct clast_arena {
    struct clast_arena_block *blocks;
} clast_arena;

void *clast_arena_take(clast_arena *arena,
                       size_t bytes); /* aligned for any type, zeroed; NULL when memory is used up */
void *clast_arena_copy(clast_arena *arena, const void *from, size_t bytes);
char *clast_arena_text(clast_arena *arena, const char *text); /* a copy of text; NULL stays NULL */
void clast_arena_clear(clast_arena *arena);

#endif
