/* SPDX-License-Identifier: Apache-2.0 */
/* persist_seq.c: numbers that a worker can't foresee.
 *
 * A connection's REQUESTs are told apart by them alone: an answer that was sent
 * before its request would have to guess. So there is no generator, whose state
 * could be found out from what it gave: all comes from the kernel. */

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
