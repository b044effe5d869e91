#define _DEFAULT_SOURCE /* madvise is no POSIX */
#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>

void clast_pages_wish(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t large = (uintptr_t)2 << 20;
    if (bytes < 2 * large)
        return;
    const uintptr_t first = ((uintptr_t)block + large - 1) / large * large,
                    last = ((uintptr_t)block + bytes) / large * large;
    if (last > first)
        madvise((void *)first, last - first, MADV_HUGEPAGE); /* NOLINT(performance-no-int-to-ptr) */
#else
    (void)block;
    (void)bytes;
#endif
}
