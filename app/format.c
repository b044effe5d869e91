#include "format.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

char *app_format_count(int64_t n, char out[APP_FORMAT])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRId64, n);
    int at = 0;
    for (int k = 0; k < length; k++) {
        out[at++] = digits[k];
        if ((length - 1 - k) % 3 == 0 && k + 1 < length && digits[k] != '-')
            out[at++] = ',';
    }
    out[at] = '\0';
    return out;
}

char *app_format_duration(double seconds, char out[APP_FORMAT])
{
    if (!isfinite(seconds) || seconds < 0 || seconds > 1e10)
        return strcpy(out, "-");
    if (seconds < 59.95) {
        snprintf(out, APP_FORMAT, seconds < 9.995 ? "%.2g s" : "%.0f s", seconds);
        return out;
    }
    int64_t s = (int64_t)(seconds + 0.5);
    if (s < 3600)
        snprintf(out, APP_FORMAT, "%d:%02d", (int)(s / 60), (int)(s % 60));
    else if (s < 86400)
        snprintf(out, APP_FORMAT, "%d:%02d:%02d", (int)(s / 3600), (int)(s / 60 % 60), (int)(s % 60));
    else
        snprintf(out, APP_FORMAT, "%" PRId64 " d %d h", s / 86400, (int)(s / 3600 % 24));
    return out;
}

char *app_format_bytes(double bytes, char out[APP_FORMAT])
{
    static const char *const unit[] = {"B", "kB", "MB", "GB", "TB"};
    int k = 0;
    for (; bytes >= 999.5 && k < 4; k++)
        bytes *= 1e-3;
    snprintf(out, APP_FORMAT, "%.3g %s", bytes, unit[k]);
    return out;
}

char *app_format_rate(double per_second, char out[APP_FORMAT])
{
    if (!isfinite(per_second) || per_second < 0 || per_second > 1e15)
        return strcpy(out, "-");
    if (per_second < 99.5) {
        snprintf(out, APP_FORMAT, "%.2g", per_second);
        return out;
    }
    /* three digits say enough, and the line does not flicker */
    double unit = pow(10, floor(log10(per_second)) - 2);
    return app_format_count((int64_t)(floor(per_second / unit + 0.5) * unit + 0.5), out);
}

char *app_format_percent(double part, char out[APP_FORMAT])
{
    double percent = 100 * part;
    if (!isfinite(percent))
        return strcpy(out, "-");
    if (percent != 0 && fabs(percent) < 1e-4)
        snprintf(out, APP_FORMAT, "%.0e %%", percent);
    else
        snprintf(out, APP_FORMAT, fabs(percent) < 99.5 ? "%.2g %%" : "%.0f %%", percent);
    return out;
}
