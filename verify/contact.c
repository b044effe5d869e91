#include "verify/contact.h"

static const verify_case *const cases[] = {
    &verify_contact_one_step,    &verify_contact_table,   &verify_contact_bonds,  &verify_contact_collision,
    &verify_contact_rotating,    &verify_contact_oblique, &verify_contact_twist,  &verify_contact_damped,
    &verify_contact_restitution, &verify_contact_rlaw,    &verify_contact_budget, &verify_contact_piston,
    &verify_contact_gas,         &verify_contact_closure,
};

const verify_group verify_contact = {
    .name = "contact",
    .about = "contact laws, damping and the ledger against the papers and the reference programs",
    .cases = cases,
    .n_cases = sizeof cases / sizeof *cases,
};
