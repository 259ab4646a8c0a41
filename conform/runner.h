/* SPDX-License-Identifier: Apache-2.0 */
/* runner.h: runs the rules and prints TAP. */

#ifndef CONFORM_RUNNER_H
#define CONFORM_RUNNER_H

#include "options.h"

/* Returns the exit status. */
int runner_test(const options_t *options);
/* Prints the table of the rules. */
int runner_list(void);

#endif /* CONFORM_RUNNER_H */
