/* One loop, compiled for the plain machine and for AVX2 as well; at run time the wider one is taken where there is one.
 * The bits are the same: lanes do what scalars do, and no multiply-add is fused (-ffp-contract=off).
 * Chosen by hand rather than by the compiler's target_clones, whose resolver runs before the thread sanitizer is up. */
#ifndef CLAST_BASE_CLONES_H
#define CLAST_BASE_CLONES_H

/* Must be inlined, so that it is compiled anew for the machine of its caller. */
#define CLAST_INLINE static inline __attribute__((always_inline))

/* Makes `static void name params { body; }`; args are the parameters' names. What body calls is inlined into it. */
#if defined __x86_64__ && defined __GNUC__
#define CLAST_CLONES(name, params, args, body)                                        \
    __attribute__((flatten, target("avx2"))) static void name##_avx2 params { body; } \
    __attribute__((flatten)) static void name##_plain params { body; }                \
    static void name params                                                           \
    {                                                                                 \
        if (__builtin_cpu_supports("avx2"))                                           \
            name##_avx2 args;                                                         \
        else                                                                          \
            name##_plain args;                                                        \
    }
#else
#define CLAST_CLONES(name, params, args, body) \
    static void name params { body; }
#endif

/* Over all lanes of a block of contacts (model/contact.h); they are independent. */
#define CLAST_LANES _Pragma("omp simd") for (int k = 0; k < CLAST_BLOCK; k++)

#endif
