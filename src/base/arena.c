#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

struct clast_arena_block {
    struct clast_arena_block *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char data[];
};

enum { BLOCK = 64 * 1024 };

void *clast_arena_take(clast_arena *arena, size_t bytes)
{
    size_t align = sizeof(max_align_t);
    size_t whole = (bytes + align - 1) / align * align;
    struct clast_arena_block *block = arena->blocks;
    if (!block || block->size - block->used < whole) {
        size_t size = whole > BLOCK ? whole : BLOCK;
        block = malloc(sizeof *block + size);
        if (!block)
            return NULL;
        block->next = arena->blocks;
        block->used = 0;
        block->size = size;
        arena->blocks = block;
    }
    void *piece = block->data + block->used;
    block->used += whole;
    return memset(piece, 0, whole);
}

void *clast_arena_copy(clast_arena *arena, const void *from, size_t bytes)
{
    void *piece = clast_arena_take(arena, bytes);
    return piece && bytes ? memcpy(piece, from, bytes) : piece;
}

char *clast_arena_text(clast_arena *arena, const char *text)
{
    return text ? clast_arena_copy(arena, text, strlen(text) + 1) : NULL;
}

void clast_arena_clear(clast_arena *arena)
{
    while (arena->blocks) {
        struct clast_arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}
