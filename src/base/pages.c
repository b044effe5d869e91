#define _DEFAULT_SOURCE /* madvise is no POSIX */
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const size_t line = 64, large = (size_t)2 << 20;

void *clast_pages_resize(void *block, size_t old, size_t bytes)
{
    const size_t unit = bytes < large / 2 ? line : large, whole = bytes ? (bytes + unit - 1) / unit * unit : unit;
    void *moved = aligned_alloc(unit, whole);
    if (!moved)
        return NULL;
#ifdef MADV_HUGEPAGE
    if (unit == large)
        madvise(moved, whole, MADV_HUGEPAGE);
#endif
    if (block)
        memcpy(moved, block, old < bytes ? old : bytes);
    free(block);
    return moved;
}
