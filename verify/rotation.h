/* The rotation schemes against the papers: the cases of the group, one file each.
 *   [I] Irazabal, Salazar, Santasusana & Onate, "Effect of the integration scheme on the rotation of non-spherical
 *       particles with the discrete element method" (2019)
 *   [Z] Zhao & van Wachem, "A novel Quaternion integration approach for describing the behaviour of non-spherical
 *       particles", Acta Mechanica 224 (2013)
 * "reference" is an independent set of small programs that found out what the published numbers really are. */
#ifndef CLAST_VERIFY_ROTATION_H
#define CLAST_VERIFY_ROTATION_H

#include "verify/verify.h"

extern const verify_group verify_rotation;

extern const verify_case verify_rotation_cylinder, verify_rotation_sphere, verify_rotation_torque;
extern const verify_case verify_rotation_bounce, verify_rotation_bounce_engine, verify_rotation_nine;
extern const verify_case verify_rotation_free, verify_rotation_field, verify_rotation_drift;

#endif
