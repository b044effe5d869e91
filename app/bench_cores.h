/* Where the two cores of a run lie, as far as a program can feel it.
 *
 * On virtual machines two processors are what the host makes of them from moment to moment: two cores that share a cache, two
 * that do not, or the two halves of one core, and then two threads cannot bring much, whatever they do. Three pieces
 * of work tell them apart: arithmetic that keeps a core's units busy takes twice as long on both halves of a core at once;
 * and a word goes to the other core and back in some 50 ns through a common cache, in some 300 otherwise. */
#ifndef CLAST_APP_BENCH_CORES_H
#define CLAST_APP_BENCH_CORES_H

typedef struct bench_cores bench_cores;

/* Times in ns. */
typedef struct bench_place {
    double alone;   /* of the piece of arithmetic while the other core only waits */
    double both[2]; /* on both at once */
    double answer;  /* until a word comes back from the other core */
} bench_place;

bench_cores *bench_cores_open(void); /* NULL: memory or threads are used up */
void bench_cores_close(bench_cores *cores);

/* While a run leaves the other core alone, the partner stays on it: a host that sees it idle puts both on one core when it
 * is wanted again. While a run wants both, the partner rests. */
void bench_cores_stay(bench_cores *cores);
void bench_cores_rest(bench_cores *cores);

/* The partner stays afterwards. */
bench_place bench_cores_look(bench_cores *cores);

#endif
