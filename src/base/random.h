/* Counter-based random numbers: the value depends on (seed, stream, counter) alone, so on no thread and no order.
 * Mixing by the finaliser of splitmix64 (Steele, Lea & Flood 2014), applied to the three words in turn. */
#ifndef CLAST_BASE_RANDOM_H
#define CLAST_BASE_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct clast_random {
    uint64_t seed, stream, counter;
} clast_random;

static inline uint64_t random_mix(uint64_t z)
{
    z += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline uint64_t random_bits(clast_random *r)
{
    return random_mix(random_mix(random_mix(r->seed) ^ r->stream) ^ r->counter++);
}

/* Uniform in [0, 1). */
static inline double random_uniform(clast_random *r) { return (double)(random_bits(r) >> 11) * 0x1p-53; }

/* Standard normal (Box & Muller); the second value is not kept, so that the counter alone is the state. */
static inline double random_normal(clast_random *r)
{
    double u = 1.0 - random_uniform(r), phi = 6.283185307179586 * random_uniform(r);
    return sqrt(-2.0 * log(u)) * cos(phi);
}

#endif
