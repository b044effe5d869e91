#include "motion/walk.h"

CLAST_INLINE walk_body publish(walk_body b, double h)
{
    (void)h;
    return walk_publish(b);
}

WALK_END(publish)

void clast_walk_end_published(const clast_model *m, clast_state *s, clast_work *w, int32_t first, int32_t last)
{
    end(m, s, w, first, last);
}
