/* SPDX-License-Identifier: Apache-2.0 */
/* env_file.h: the .env file of an application: who may have it, and its way
 * into the environment. docs/env-file.md is for its owner. */

#ifndef ENV_FILE_H
#define ENV_FILE_H

/* The largest file that is read, in bytes. */
#define ENV_FILE_MAX 65536

/* Sets the variables of FOLDER/.env that are not set yet, and PERSIST_ENV_FILE
 * to its path, by which the SDK has it watched, also before there is such a
 * file. A directory of that name is none. Ends the process if others may read
 * or write the file, if somebody else owns it, if this user cannot read it, or
 * if it is wrong: the application does not start without what it was given. */
void env_file_load(const char *folder);

#endif /* ENV_FILE_H */
