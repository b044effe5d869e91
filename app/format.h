/* Numbers as people like to read them. Each writes into out and returns it. */
#ifndef CLAST_APP_FORMAT_H
#define CLAST_APP_FORMAT_H

#include <stdint.h>

enum { APP_FORMAT = 48 };

char *app_format_count(int64_t n, char out[APP_FORMAT]);         /* 12,345 */
char *app_format_duration(double seconds, char out[APP_FORMAT]); /* 8.2 s, 1:05, 2:03:04, 3 d 4 h */
char *app_format_bytes(double bytes, char out[APP_FORMAT]);      /* 1.2 GB */
char *app_format_rate(double per_second, char out[APP_FORMAT]);  /* 12,300 or 0.85 */
char *app_format_percent(double part, char out[APP_FORMAT]);     /* 0.00012 becomes 0.012 % */

#endif
