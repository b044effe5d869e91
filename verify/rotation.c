#include "verify/rotation.h"

static const verify_case *const cases[] = {
    &verify_rotation_cylinder, &verify_rotation_sphere,        &verify_rotation_torque,
    &verify_rotation_bounce,   &verify_rotation_bounce_engine, &verify_rotation_nine,
    &verify_rotation_free,     &verify_rotation_field,         &verify_rotation_drift,
};

const verify_group verify_rotation = {
    .name = "rotation",
    .about = "every rotation scheme against the published tables and its true order",
    .cases = cases,
    .n_cases = sizeof cases / sizeof *cases,
};
