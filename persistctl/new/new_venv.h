/* SPDX-License-Identifier: Apache-2.0 */
/* new_venv.h: a virtual environment for a new application in Python. */

#ifndef NEW_VENV_H
#define NEW_VENV_H

/* Makes FOLDER/.venv and installs FOLDER/requirements.txt there, which needs
 * the network. Does nothing if there is no such file. Returns 0, or -1 after a
 * message. */
int new_venv_make(const char *folder);

#endif /* NEW_VENV_H */
