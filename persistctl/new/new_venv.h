/* SPDX-License-Identifier: Apache-2.0 */
/* new_venv.h: a virtual environment for a new application in Python. */

#ifndef NEW_VENV_H
#define NEW_VENV_H

/* Makes .venv in the open folder and installs its requirements.txt there, which
 * needs the network. Does nothing if there is no such file. Refuses where
 * another user could replace what is run. Returns 0, or -1 after a message. */
int new_venv_make(int folder);

#endif /* NEW_VENV_H */
