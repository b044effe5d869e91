/* The Mersenne twister (Matsumoto & Nishimura 1998) and the uniform double that a C++ library makes of it, to have the
 * packings of the reference programs. */
#ifndef CLAST_VERIFY_MT19937_H
#define CLAST_VERIFY_MT19937_H

#include <stdint.h>

enum { MT19937_WORDS = 624, MT19937_SHIFT = 397 };

typedef struct mt19937 {
    uint32_t word[MT19937_WORDS];
    int next;
} mt19937;

static inline void mt19937_seed(mt19937 *m, uint32_t seed)
{
    m->word[0] = seed;
    for (uint32_t k = 1; k < MT19937_WORDS; k++)
        m->word[k] = 1812433253u * (m->word[k - 1] ^ m->word[k - 1] >> 30) + k;
    m->next = MT19937_WORDS;
}

static inline void mt19937_refill(mt19937 *m)
{
    for (int k = 0; k < MT19937_WORDS; k++) {
        const uint32_t y = (m->word[k] & 0x80000000u) | (m->word[(k + 1) % MT19937_WORDS] & 0x7fffffffu);
        m->word[k] = m->word[(k + MT19937_SHIFT) % MT19937_WORDS] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    m->next = 0;
}

static inline uint32_t mt19937_draw(mt19937 *m)
{
    if (m->next == MT19937_WORDS)
        mt19937_refill(m);
    uint32_t y = m->word[m->next++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

/* In [0, 1): two draws, the first is the lower half. */
static inline double mt19937_uniform(mt19937 *m)
{
    const double low = mt19937_draw(m), high = mt19937_draw(m), two32 = 4294967296.0;
    return (low + high * two32) / (two32 * two32);
}

#endif
