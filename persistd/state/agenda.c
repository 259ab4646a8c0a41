/* SPDX-License-Identifier: Apache-2.0 */
/* agenda.c: marks. */

#include "state/agenda.h"

#include "state/persistd.h"

void agenda_at(persistd_t *pd, int64_t when)
{
    if (when < pd->agenda.due)
        pd->agenda.due = when;
}

void agenda_journal(persistd_t *pd)
{
    pd->agenda.journal = 1;
}

void agenda_orders(persistd_t *pd)
{
    pd->agenda.orders = 1;
}
