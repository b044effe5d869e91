/* The table of rotation schemes: what each claims, and with `measure` what it costs on this machine. */
#ifndef CLAST_APP_LIST_SCHEMES_H
#define CLAST_APP_LIST_SCHEMES_H

#include <stdbool.h>

/* Returns the exit status. */
int app_list_schemes(bool measure);

#endif
