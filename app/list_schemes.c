/* clast list schemes [--measure] */
#include "list_schemes.h"

#include "app.h"
#include "motion/measure.h"
#include "motion/motion.h"

#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 10000 };

static const char *order_text(const clast_scheme *scheme, int order, char out[16])
{
    snprintf(out, 16, "%d", order);
    return scheme->still ? "-" : order ? out : "exact";
}

static void print_row(const clast_scheme *scheme, const double *ns)
{
    char free_order[16], forced[16];
    printf("%-22s %-5s %-7s %-8s %-11s", scheme->name, order_text(scheme, scheme->order_free, free_order),
           order_text(scheme, scheme->order_forced, forced), scheme->keeps_momentum ? "yes" : "no",
           scheme->reversible ? "yes" : "no");
    if (ns)
        printf(" %8.1f ", *ns);
    printf(" %s\n%-22s %s\n", scheme->source[0] ? scheme->source : "-", "", scheme->about);
}

static void print_table(const double *ns)
{
    printf("%-22s %-5s %-7s %-8s %-11s%s %s\n", "name", "free", "forced", "keeps L", "reversible",
           ns ? "       ns " : "", "paper and equation");
    for (int k = 0; k < clast_scheme_count(); k++)
        print_row(clast_scheme_at(k), ns ? &ns[k] : NULL);
    printf(
        "\nfree, forced: order of the attitude error without torque and with a torque that depends on the attitude.\n");
}

static int print_measured(double *ns)
{
    double plain;
    if (!clast_measure_schemes(BODIES, ns, &plain)) {
        fprintf(stderr, "clast list: error: memory is used up\n");
        return APP_TROUBLE;
    }
    print_table(ns);
    printf("ns: per body and step on this machine, one core, %d asymmetric bodies, forces left out; best of several "
           "rounds.\n",
           BODIES);
    for (int k = 0; k < clast_scheme_count(); k++)
        if (clast_scheme_at(k) == clast_scheme_find("sts-kdk"))
            printf("sts-kdk done body by body: %.1f ns; the vectorised loop takes %.2f of that.\n", plain,
                   ns[k] / plain);
    return APP_OK;
}

int app_list_schemes(bool measure)
{
    int status = APP_OK;
    if (measure) {
        double *ns = malloc((size_t)clast_scheme_count() * sizeof *ns);
        status = ns ? print_measured(ns) : APP_TROUBLE;
        free(ns);
    } else
        print_table(NULL);
    return fflush(stdout) == 0 ? status : APP_TROUBLE;
}
