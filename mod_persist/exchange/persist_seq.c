/* SPDX-License-Identifier: Apache-2.0 */
/* persist_seq.c: numbers that a worker cannot predict.
 *
 * Only these numbers tell a connection's REQUESTs apart: a worker that answers
 * before the request would have to guess. A generator's state could be computed
 * from its output, so all numbers come from the kernel. */

#include "exchange/persist_seq.h"

#include <apr_general.h>

int persist_seq_draw(persist_seq_t *seq, uint32_t *number)
{
    if (seq->left == 0) {
        if (apr_generate_random_bytes((unsigned char *)seq->drawn,
                                      sizeof(seq->drawn)) != APR_SUCCESS)
            return -1;
        seq->left = PERSIST_SEQ_BATCH;
    }
    *number = seq->drawn[--seq->left];
    return 0;
}
