/* The two-level neighbour list: bodies whose bounding spheres are near, and below each pair the spheres that may touch
 * before the skin is used up. */
#ifndef CLAST_COLLIDE_NEAR_H
#define CLAST_COLLIDE_NEAR_H

#include "base/clones.h"
#include "model/work.h"

/* Before every evaluation: notes how far bodies first .. last came since the one before, and writes what the narrow phase
 * wants of each side by side (w->grip). */
clast_body_task clast_near_follow;
/* Where only the grips have x and v of bodies (w->in_grips): writes them into the state. */
clast_body_task clast_near_read_back;
void clast_near_read_all_back(const clast_model *m, clast_state *s, clast_work *w);
/* When all were followed: builds the lists anew for the pose of s at w->now where a sphere or a wall has moved by more
 * than it is allowed. False: memory is used up. */
bool clast_near_refresh(const clast_model *m, clast_state *s, clast_work *w);
/* Builds them with half of w->skin for each body, whatever is to come: candidates are all that are nearer than the skin. */
bool clast_near_build(const clast_model *m, clast_state *s, clast_work *w);

/* Poses of bodies by component, from body i on. Taken into locals, since compilers do not see that stores leave the
 * pointers alone. */
typedef struct pose {
    const double *x, *y, *z, *qw, *qx, *qy, *qz;
} pose;

static inline pose near_pose(double *const x[3], double *const q[4], int32_t i)
{
    return (pose){x[0] + i, x[1] + i, x[2] + i, q[0] + i, q[1] + i, q[2] + i, q[3] + i};
}

/* How far a sphere's centre comes at most: a turn by theta moves it by at most 2 sin(theta/2) swing <= 2 |dq| swing. */
CLAST_INLINE double near_moved(pose now, pose then, double swing, int32_t i, bool balls)
{
    const double a = now.x[i] - then.x[i], b = now.y[i] - then.y[i], c = now.z[i] - then.z[i];
    const double way = sqrt(a * a + b * b + c * c);
    if (balls)
        return way;
    const double d = now.qw[i] - then.qw[i], e = now.qx[i] - then.qx[i], f = now.qy[i] - then.qy[i],
                 g = now.qz[i] - then.qz[i];
    return way + 2 * swing * sqrt(d * d + e * e + f * f + g * g);
}

/* Of bodies whose grips are written soon, if there are any: the processor does not see by itself that they come next. */
CLAST_INLINE void near_prefetch_grips(const clast_work *w, int32_t first, int32_t last)
{
    enum { LINE = 8 };
    const double *grip = w->grip + (size_t)first * (size_t)w->grip_width;
    for (int32_t k = 0; k < (last - first) * w->grip_width; k += LINE)
        __builtin_prefetch(grip + k, 1);
}

/* Centre of sphere k of a body in the pose x, q. */
static inline vec3 near_centre(const clast_form *form, double size, vec3 x, quat q, int32_t k)
{
    if (form->ball)
        return x;
    return v_add(x, q_turn(q, (vec3){size * form->sx[k], size * form->sy[k], size * form->sz[k]}));
}

/* Where a wall's point is at a time. */
static inline vec3 near_wall_point(const clast_wall *wall, double time)
{
    return v_add_mul(wall->point, time, wall->velocity);
}

/* A point of the wall from which the height of x is measured, along a unit normal that points to x. Of a plane any point
 * will do; of a plate it is the one next to x, on its face, an edge or a corner, and both sides are free. */
typedef struct near_foot {
    vec3 point, normal;
} near_foot;

static inline double near_clamp(double x, double most) { return x < -most ? -most : x > most ? most : x; }

static inline near_foot near_wall_foot(const clast_wall *wall, vec3 x, double time)
{
    const vec3 centre = near_wall_point(wall, time);
    if (!wall->plate)
        return (near_foot){centre, wall->normal};
    const vec3 e = v_sub(x, centre);
    const double u = near_clamp(v_dot(e, wall->along[0]), wall->half[0]);
    const double v = near_clamp(v_dot(e, wall->along[1]), wall->half[1]);
    const vec3 point = v_add_mul(v_add_mul(centre, u, wall->along[0]), v, wall->along[1]), up = v_sub(x, point);
    const double height = v_length(up);
    return (near_foot){point, height > 0 ? v_mul(1 / height, up) : wall->normal};
}

static inline double near_wall_height(const clast_wall *wall, vec3 x, double time)
{
    const near_foot foot = near_wall_foot(wall, x, time);
    return v_dot(v_sub(x, foot.point), foot.normal);
}

#endif
