/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_front_door.h: where persist-cgi lies. */

#ifndef CTL_FRONT_DOOR_H
#define CTL_FRONT_DOOR_H

/* Returns the path of persist-cgi: that of the variable PERSIST_CGI, the one
 * beside this program, or the installed one. */
const char *ctl_front_door(void);

#endif /* CTL_FRONT_DOOR_H */
