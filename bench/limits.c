/* What this machine can do: memory bandwidth by working set, and rates of multiplication, addition, square root and
 * division in vector registers. Prints one JSON object. usage: limits [THREADS] [SECONDS per figure]
 *
 * Compiled on its own (see Makefile); each kernel is written so that nothing can be left out: streams go through memory that is
 * read again, chains of operations are long enough to hide their latency, and their result is stored. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Each thread has its own arrays of n doubles; a kernel makes one pass and returns the bytes or operations done. */
typedef struct job {
    double *a, *b, *c;
    size_t n;
    double (*kernel)(struct job *);
    double limit; /* s */
    double done, time;
    pthread_barrier_t *together;
    volatile double sink;
} job;

/* ---- streams ------------------------------------------------------------------------------------------------ */

#define WIDE __attribute__((target_clones("avx2", "default")))

WIDE static double copy(job *j)
{
    double *restrict a = j->a;
    const double *restrict b = j->b;
    memcpy(a, b, j->n * sizeof *a);
    return 16.0 * (double)j->n;
}

/* Sixteen sums side by side: otherwise the latency of an addition is measured. */
WIDE static double read_only(job *j)
{
    const double *a = j->a;
    double sum[16] = {0};
    for (size_t i = 0; i + 16 <= j->n; i += 16)
        for (int k = 0; k < 16; k++)
            sum[k] += a[i + (size_t)k];
    for (int k = 1; k < 16; k++)
        sum[0] += sum[k];
    j->sink = sum[0];
    return 8.0 * (double)j->n;
}

WIDE static double triad(job *j)
{
    double *restrict a = j->a;
    const double *restrict b = j->b, *restrict c = j->c;
    for (size_t i = 0; i < j->n; i++)
        a[i] = b[i] + 0.5 * c[i];
    return 24.0 * (double)j->n;
}

/* ---- arithmetic ---------------------------------------------------------------------------------------------- */

/* Twelve independent chains of vectors of WIDTH doubles: enough to hide the latency, few enough for sixteen registers. The
 * empty assembly keeps the compiler from merging the steps of a chain. */
enum { CHAINS = 12, STEPS = 2000 };
/* clang-format off */
#define EACH(F, STEP) \
    F(x0, STEP) F(x1, STEP) F(x2, STEP) F(x3, STEP) F(x4, STEP) F(x5, STEP) \
    F(x6, STEP) F(x7, STEP) F(x8, STEP) F(x9, STEP) F(x10, STEP) F(x11, STEP)
/* clang-format on */
#define SET(X, STEP) X = m + 0.5;
#define GO(X, STEP) \
    X = STEP(X);    \
    __asm__ volatile("" : "+x"(X));
#define SUM(X, STEP) m += X;
#define KERNEL(NAME, TARGET, WIDTH, PER_STEP, STEP)                                       \
    typedef double NAME##_vector __attribute__((vector_size(8 * (WIDTH))));               \
    __attribute__((target(TARGET))) static double NAME(job *j)                            \
    {                                                                                     \
        NAME##_vector x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, m = {0}, s = {0}; \
        m = m + 0.999999;                                                                 \
        s = s + 1e-6;                                                                     \
        EACH(SET, STEP)                                                                   \
        for (int i = 0; i < STEPS; i++) {                                                 \
            EACH(GO, STEP)                                                                \
        }                                                                                 \
        EACH(SUM, STEP)                                                                   \
        j->sink = m[0] + s[0];                                                            \
        return (double)STEPS * CHAINS * (WIDTH) * (PER_STEP);                             \
    }
#define MUL_ADD(X) ((X)*m + s)
#define DIVIDE(X)  (m / (X))

#if defined __x86_64__
#include <immintrin.h>
KERNEL(mul_add_sse2, "sse2", 2, 2, MUL_ADD)
KERNEL(sqrt_sse2, "sse2", 2, 1, _mm_sqrt_pd)
KERNEL(div_sse2, "sse2", 2, 1, DIVIDE)
KERNEL(mul_add_avx2, "avx2", 4, 2, MUL_ADD)
#define FUSED(X) _mm256_fmadd_pd(X, m, s)
KERNEL(fma_avx2, "avx2,fma", 4, 2, FUSED)
KERNEL(sqrt_avx2, "avx2", 4, 1, _mm256_sqrt_pd)
KERNEL(div_avx2, "avx2", 4, 1, DIVIDE)
KERNEL(mul_add_avx512, "avx512f", 8, 2, MUL_ADD)
KERNEL(sqrt_avx512, "avx512f", 8, 1, _mm512_sqrt_pd)
KERNEL(div_avx512, "avx512f", 8, 1, DIVIDE)
#else
KERNEL(mul_add_sse2, "", 2, 2, MUL_ADD)
#endif

/* ---- running -------------------------------------------------------------------------------------------------- */

/* Between two looks at the clock at least about this many doubles are handled, so that looking costs nothing. */
enum { LOOKED = 1 << 17 };

static void *work(void *context)
{
    job *j = context;
    j->a = j->b = j->c = NULL;
    if (j->n) {
        double **arrays[3] = {&j->a, &j->b, &j->c};
        for (int k = 0; k < 3; k++) {
            *arrays[k] = aligned_alloc(64, (j->n * 8 + 63) / 64 * 64);
            if (!*arrays[k])
                abort();
            for (size_t i = 0; i < j->n; i++) /* touched here first: the memory is near this thread */
                (*arrays[k])[i] = 1.0 + (double)i * 1e-9;
        }
    }
    j->kernel(j);
    pthread_barrier_wait(j->together);
    const double begin = seconds();
    j->done = 0;
    do
        for (size_t k = 0; k <= LOOKED / (j->n + STEPS); k++)
            j->done += j->kernel(j);
    while (seconds() - begin < j->limit);
    j->time = seconds() - begin;
    free(j->a);
    free(j->b);
    free(j->c);
    return NULL;
}

/* Per second, all threads together; best of three. */
static double rate(double (*kernel)(job *), size_t bytes_per_array, int threads, double limit)
{
    double best = 0;
    for (int turn = 0; turn < 3; turn++) {
        pthread_t thread[64];
        static job jobs[64];
        pthread_barrier_t together;
        pthread_barrier_init(&together, NULL, (unsigned)threads);
        double sum = 0;
        for (int t = 0; t < threads; t++) {
            jobs[t] = (job){.n = bytes_per_array / 8, .kernel = kernel, .limit = limit / 3, .together = &together};
            if (pthread_create(&thread[t], NULL, work, &jobs[t]))
                abort();
        }
        for (int t = 0; t < threads; t++) {
            pthread_join(thread[t], NULL);
            sum += jobs[t].done / jobs[t].time;
        }
        pthread_barrier_destroy(&together);
        best = sum > best ? sum : best;
    }
    return best;
}

static void put(const char *name, double value, int *first)
{
    printf("%s\"%s\": %.4g", *first ? "" : ", ", name, value);
    *first = 0;
}

int main(int argc, char **argv)
{
    const int threads = argc > 1 ? atoi(argv[1]) : 1;
    const double limit = argc > 2 ? atof(argv[2]) : 0.3;
    if (threads < 1 || threads > 64 || !(limit > 0)) {
        fprintf(stderr, "usage: limits [THREADS 1 to 64] [SECONDS per figure]\n");
        return 2;
    }
    static const struct {
        const char *name;
        size_t bytes; /* of one array; the three together are what counts */
    } sets[] = {{"L2", 96 << 10}, {"L3", 2 << 20}, {"memory", 96 << 20}};
    int first = 1;
    printf("{\"threads\": %d, \"GB_per_s\": {", threads);
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        char name[32];
        snprintf(name, sizeof name, "%s read", sets[k].name);
        put(name, 1e-9 * rate(read_only, sets[k].bytes, threads, limit), &first);
        snprintf(name, sizeof name, "%s copy", sets[k].name);
        put(name, 1e-9 * rate(copy, sets[k].bytes, threads, limit), &first);
        snprintf(name, sizeof name, "%s triad", sets[k].name);
        put(name, 1e-9 * rate(triad, sets[k].bytes, threads, limit), &first);
    }
    printf("}, \"Gop_per_s\": {");
    first = 1;
    put("multiply and add, SSE2", 1e-9 * rate(mul_add_sse2, 0, threads, limit), &first);
#if defined __x86_64__
    put("square root, SSE2", 1e-9 * rate(sqrt_sse2, 0, threads, limit), &first);
    put("division, SSE2", 1e-9 * rate(div_sse2, 0, threads, limit), &first);
    if (__builtin_cpu_supports("avx2")) {
        put("multiply and add, AVX2", 1e-9 * rate(mul_add_avx2, 0, threads, limit), &first);
        put("square root, AVX2", 1e-9 * rate(sqrt_avx2, 0, threads, limit), &first);
        put("division, AVX2", 1e-9 * rate(div_avx2, 0, threads, limit), &first);
    }
    if (__builtin_cpu_supports("fma"))
        put("fused multiply-add, AVX2", 1e-9 * rate(fma_avx2, 0, threads, limit), &first);
    if (__builtin_cpu_supports("avx512f")) {
        put("multiply and add, AVX-512", 1e-9 * rate(mul_add_avx512, 0, threads, limit), &first);
        put("square root, AVX-512", 1e-9 * rate(sqrt_avx512, 0, threads, limit), &first);
        put("division, AVX-512", 1e-9 * rate(div_avx512, 0, threads, limit), &first);
    }
#endif
    printf("}}\n");
    return 0;
}
