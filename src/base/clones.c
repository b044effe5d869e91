#include "base/clones.h"

clast_clone clast_clone_widest(void)
{
#if defined __x86_64__ && defined __GNUC__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return CLAST_CLONE_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return CLAST_CLONE_AVX2;
#endif
    return CLAST_CLONE_PLAIN;
}
