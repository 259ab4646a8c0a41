/* SPDX-License-Identifier: Apache-2.0 */
/* persist_ranges.c: which responses may be cut into ranges. Pure.
 *
 * The parts that a client joins come from several runs of the script. They fit
 * only if each run gives the same bytes, and a validator says whether it does.
 * Why: docs/decisions/which-responses-are-cut-into-ranges.md */

#include "response/persist_ranges.h"

#include <stddef.h>
#include <strings.h>

/* A weak ETag may stay the same while the bytes change (RFC 9110, 8.8.1). */
static int has_validator(const persist_ranges_t *response)
{
    return response->etag ? response->etag[0] == '"' : response->is_dated;
}

int persist_ranges_allowed(const persist_ranges_t *response)
{
    if (!response->is_get || response->is_cgi)
        return 0;
    if (response->accepts)
        return strcasecmp(response->accepts, "bytes") == 0;
    return response->is_file || has_validator(response);
}
