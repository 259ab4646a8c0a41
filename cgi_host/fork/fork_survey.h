/* SPDX-License-Identifier: Apache-2.0 */
/* fork_survey.h: whether a fork copies all that the program has. */

#ifndef FORK_SURVEY_H
#define FORK_SURVEY_H

/* Returns 0 if this process has one thread, and no descriptor open above 2 but
 * the socket; -EBUSY if it has more; another -errno if that cannot be read. */
long fork_survey(int socket);

/* The same of the threads alone. */
long fork_survey_threads(void);

#endif /* FORK_SURVEY_H */
