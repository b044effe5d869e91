#include "interrupt.h"

#include <signal.h>
#include <string.h>

/* The one variable that a handler can write; there is no other way to hear a signal between two steps. */
static volatile sig_atomic_t came;

static void hear(int number) { came = number; }

void app_interrupt_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (int k = 0; k < 3; k++) {
        struct sigaction action, before;
        memset(&action, 0, sizeof action);
        action.sa_handler = hear;
        action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
        sigemptyset(&action.sa_mask);
        /* nohup stays in force */
        if (numbers[k] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
            continue;
        sigaction(numbers[k], &action, NULL);
    }
}

int app_interrupt_signal(void) { return came; }
