/* SPDX-License-Identifier: Apache-2.0 */
/* report_words.h: what workers printed last, for the author's error page. */

#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include "serve/report_facts.h"

#include <stdio.h>

void report_words(FILE *out, persistd_t *pd, const report_scope_t *scope);

#endif /* REPORT_WORDS_H */
