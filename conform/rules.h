/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h: the rules of the protocol, one function each. */

#ifndef CONFORM_RULES_H
#define CONFORM_RULES_H

#include "play.h"

typedef struct rule {
    const char *name;
    level_t level;
    const char *section; /* of wire/PROTOCOL.md */
    void (*run)(play_t *play);
    int ends; /* the rule may end the worker */
    const char *text;
} rule_t;

/* The last one has no name. */
extern const rule_t rules[];

/* rules_frames.c */
void rule_split_frame(play_t *play);
void rule_one_write(play_t *play);
void rule_loose_types(play_t *play);
void rule_frame_length(play_t *play);
void rule_garbage(play_t *play);
void rule_poison_idle(play_t *play);
void rule_cut_off(play_t *play);

/* rules_vectors.c */
void rule_vectors_valid(play_t *play);
void rule_vectors_refused(play_t *play);
void rule_wrong_kind(play_t *play);

/* rules_start.c */
void rule_ready(play_t *play);
void rule_ready_again(play_t *play);
void rule_adoption(play_t *play);
void rule_wrong_version(play_t *play);
void rule_wrong_unit(play_t *play);
void rule_other_version(play_t *play);
void rule_listen_fd(play_t *play);

/* rules_request.c */
void rule_variables(play_t *play);
void rule_odd_variables(play_t *play);
void rule_wrong_seq(play_t *play);
void rule_after_end(play_t *play);
void rule_early_want(play_t *play);
void rule_body(play_t *play);
void rule_credit(play_t *play);
void rule_body_broken(play_t *play);
void rule_late_body(play_t *play);
void rule_failure(play_t *play);
void rule_fault(play_t *play);

/* rules_cancel.c */
void rule_cancel_before(play_t *play);
void rule_cancel_reading(play_t *play);
void rule_cancel_idle(play_t *play);
void rule_cancel_writing(play_t *play);
void rule_peer_gone(play_t *play);
void rule_deadline(play_t *play);
void rule_deadline_other(play_t *play);

/* rules_life.c */
void rule_probe(play_t *play);
void rule_probe_arrived(play_t *play);
void rule_stop(play_t *play);
void rule_stop_running(play_t *play);
void rule_leaving(play_t *play);
void rule_orphan(play_t *play);
void rule_fork_hygiene(play_t *play);
void rule_exec_hygiene(play_t *play);

/* rules_ahead.c */
void rule_ahead(play_t *play);

/* rules_load.c */
void rule_many_connections(play_t *play);
void rule_many_requests(play_t *play);
void rule_descriptors(play_t *play);
void rule_growth(play_t *play);

/* rules_streams.c */
void rule_pieces(play_t *play);
void rule_large_body(play_t *play);
void rule_large_response(play_t *play);
void rule_abort(play_t *play);
void rule_info(play_t *play);
void rule_after(play_t *play);
void rule_file(play_t *play);
void rule_file_bytes(play_t *play);

/* rules_clones.c */
void rule_clone(play_t *play);
void rule_clone_refused(play_t *play);
void rule_clone_connections(play_t *play);

#endif /* CONFORM_RULES_H */
