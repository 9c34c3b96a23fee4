// What a session may run: which executable, in which environment, in which groups.
#pragma once

#include <security/pam_modules.h>

#include "child.h"

// Fills in path, environment and groups of a command that has its user. `false`, after a line in the log, if
// `executable` is not the absolute path of a file that only root can change or replace, or memory is short.
bool prepare_command(pam_handle_t *pamh, const char *executable, struct command *command);

// Frees what prepare_command has made, also after it has failed.
void free_command(struct command *command);
