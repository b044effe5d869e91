#define _DEFAULT_SOURCE /* madvise is no POSIX */
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const size_t large = (size_t)2 << 20;

void *clast_pages_resize(void *block, size_t old, size_t bytes)
{
    if (bytes < large)
        return realloc(block, bytes ? bytes : 1);
    const size_t whole = (bytes + large - 1) / large * large;
    void *moved = aligned_alloc(large, whole);
    if (!moved)
        return NULL;
#ifdef MADV_HUGEPAGE
    madvise(moved, whole, MADV_HUGEPAGE);
#endif
    if (block)
        memcpy(moved, block, old < bytes ? old : bytes);
    free(block);
    return moved;
}
