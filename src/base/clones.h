/* One loop, compiled for the plain machine, for AVX2 and for AVX-512; at run time the widest that the processor has is
 * taken. The bits are the same: lanes do what scalars do, and no multiply-add is fused (-ffp-contract=off).
 * Chosen by hand rather than by the compiler's target_clones, whose resolver runs before the thread sanitizer is up. */
#ifndef CLAST_BASE_CLONES_H
#define CLAST_BASE_CLONES_H

/* Must be inlined, so that it is compiled anew for the machine of its caller. */
#define CLAST_INLINE static inline __attribute__((always_inline))

typedef enum clast_clone { CLAST_CLONE_PLAIN, CLAST_CLONE_AVX2, CLAST_CLONE_AVX512 } clast_clone;

/* The widest that this processor runs. A file of its own, so that a test can put a function of its own in this place and
 * send everything down another path. */
clast_clone clast_clone_widest(void);

/* gcc stays with 256 bits unless told; clang has no such word and takes 512. */
#ifdef __clang__
#define CLAST_TARGET_AVX512 "avx512f,avx512dq,avx512vl,fma"
#else
#define CLAST_TARGET_AVX512 "avx512f,avx512dq,avx512vl,fma,prefer-vector-width=512"
#endif

/* Makes `static void name params { body; }`; args are the parameters' names. What body calls is inlined into it. The
 * machine is found out at every call, or by the one who is told (`which`, with the parameters in sight). body may ask for
 * CLONE_WIDE, how many doubles are worked on at a time by hand: a vector of the machine, at least four. */
#define CLAST_CLONES(name, params, args, body) CLAST_CLONES_BY(clast_clone_widest(), name, params, args, body)
#if defined __x86_64__ && defined __GNUC__
#define CLAST_CLONES_BY(which, name, params, args, body)                                   \
    __attribute__((flatten, target(CLAST_TARGET_AVX512))) static void name##_avx512 params \
    {                                                                                      \
        enum { CLONE_WIDE = 8 };                                                           \
        body;                                                                              \
    }                                                                                      \
    __attribute__((flatten, target("avx2,fma"))) static void name##_avx2 params            \
    {                                                                                      \
        enum { CLONE_WIDE = 4 };                                                           \
        body;                                                                              \
    }                                                                                      \
    __attribute__((flatten)) static void name##_plain params                               \
    {                                                                                      \
        enum { CLONE_WIDE = 4 };                                                           \
        body;                                                                              \
    }                                                                                      \
    static void name params                                                                \
    {                                                                                      \
        switch (which) {                                                                   \
        case CLAST_CLONE_AVX512:                                                           \
            name##_avx512 args;                                                            \
            break;                                                                         \
        case CLAST_CLONE_AVX2:                                                             \
            name##_avx2 args;                                                              \
            break;                                                                         \
        default:                                                                           \
            name##_plain args;                                                             \
        }                                                                                  \
    }
#else
#define CLAST_CLONES_BY(which, name, params, args, body) \
    static void name params                              \
    {                                                    \
        enum { CLONE_WIDE = 4 };                         \
        body;                                            \
    }
#endif

/* Over all lanes of a block of contacts (model/contact.h); they are independent. */
#define CLAST_LANES _Pragma("omp simd") for (int k = 0; k < CLAST_BLOCK; k++)

#endif
