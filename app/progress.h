/* How far the run is: one line redrawn on a terminal, plain lines in a log. All on stderr. */
#ifndef CLAST_APP_PROGRESS_H
#define CLAST_APP_PROGRESS_H

#include "clast/clast.h"

typedef struct app_progress {
    bool quiet, terminal, colour, blocks;
    bool drawn;         /* the line of the terminal is in use */
    double begin;       /* wall time at the start of the run */
    double last;        /* wall time of the last line */
    int64_t last_step;  /* the step then */
    int last_twentieth; /* how many 5 % were done then */
    double rate;        /* steps per second, smoothed */
} app_progress;

void app_progress_begin(app_progress *progress, bool quiet);
/* Call it often; it draws when it is time. */
void app_progress_show(app_progress *progress, const clast_sim *sim);
/* Clears the terminal's line, so that something else can be printed. */
void app_progress_clear(app_progress *progress);

#endif
