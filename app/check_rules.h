/* The contact rules as `clast check` prints them: for each two materials of which one is that of bodies. */
#ifndef CLAST_APP_CHECK_RULES_H
#define CLAST_APP_CHECK_RULES_H

#include "clast/clast.h"

void app_check_rules(const clast_scene *scene, const clast_sim *sim);

#endif
