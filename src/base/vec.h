/* Three-vectors, quaternions and 3x3 matrices, by value.
 * A unit quaternion turns body vectors into the world: world = q body q^-1 (Zhao & van Wachem, section 3). */
#ifndef CLAST_BASE_VEC_H
#define CLAST_BASE_VEC_H

#include <math.h>
#include <stdint.h>

typedef struct vec3 {
    double x, y, z;
} vec3;

typedef struct quat {
    double w, x, y, z;
} quat;

typedef struct mat3 { /* rows */
    vec3 r[3];
} mat3;

static inline vec3 v_of(const double a[3]) { return (vec3){a[0], a[1], a[2]}; }
static inline void v_put(double a[3], vec3 v) { a[0] = v.x, a[1] = v.y, a[2] = v.z; }
static inline vec3 v_add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec3 v_sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 v_mul(double s, vec3 a) { return (vec3){s * a.x, s * a.y, s * a.z}; }
static inline vec3 v_add_mul(vec3 a, double s, vec3 b) { return (vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
static inline double v_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double v_length(vec3 a) { return sqrt(v_dot(a, a)); }
static inline vec3 v_unit(vec3 a) { return v_mul(1.0 / v_length(a), a); }
static inline vec3 v_mean(vec3 a, vec3 b) { return v_mul(0.5, v_add(a, b)); }

static inline vec3 v_cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* The entry of one body in arrays by component. */
static inline vec3 v_at(double *const a[3], int32_t i) { return (vec3){a[0][i], a[1][i], a[2][i]}; }
static inline quat q_at(double *const a[4], int32_t i) { return (quat){a[0][i], a[1][i], a[2][i], a[3][i]}; }

static inline quat q_of(const double a[4]) { return (quat){a[0], a[1], a[2], a[3]}; }
static inline quat q_conj(quat q) { return (quat){q.w, -q.x, -q.y, -q.z}; }
static inline double q_dot(quat a, quat b) { return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z; }
static inline quat q_add(quat a, quat b) { return (quat){a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline quat q_mul_scalar(double s, quat q) { return (quat){s * q.w, s * q.x, s * q.y, s * q.z}; }
static inline quat q_unit(quat q) { return q_mul_scalar(1.0 / sqrt(q_dot(q, q)), q); }

static inline quat q_mul(quat p, quat q)
{
    return (quat){p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                  p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

/* Body to world: v + q0 t + q x t with t = 2 q x v (Irazabal eq 13, repaired). */
static inline vec3 q_turn(quat q, vec3 v)
{
    vec3 u = {q.x, q.y, q.z};
    vec3 t = v_mul(2.0, v_cross(u, v));
    return v_add(v_add_mul(v, q.w, t), v_cross(u, t));
}

static inline vec3 q_turn_back(quat q, vec3 v) { return q_turn(q_conj(q), v); }

static inline mat3 q_matrix(quat q)
{
    double xx = 2 * q.x * q.x, yy = 2 * q.y * q.y, zz = 2 * q.z * q.z;
    double xy = 2 * q.x * q.y, xz = 2 * q.x * q.z, yz = 2 * q.y * q.z;
    double wx = 2 * q.w * q.x, wy = 2 * q.w * q.y, wz = 2 * q.w * q.z;
    return (mat3){
        {{1 - (yy + zz), xy - wz, xz + wy}, {xy + wz, 1 - (xx + zz), yz - wx}, {xz - wy, yz + wx, 1 - (xx + yy)}}};
}

static inline vec3 m_mul(mat3 m, vec3 v) { return (vec3){v_dot(m.r[0], v), v_dot(m.r[1], v), v_dot(m.r[2], v)}; }

static inline vec3 m_mul_transposed(mat3 m, vec3 v)
{
    return v_add_mul(v_add_mul(v_mul(v.x, m.r[0]), v.y, m.r[1]), v.z, m.r[2]);
}

#endif
