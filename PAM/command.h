// The command of a session: its executable, environment and groups.
#pragma once

#include <security/pam_modules.h>

#include "child.h"

// Fills in the path, environment and groups of a command whose user is set. Returns `false`, after a line in the log,
// if `executable` is not the absolute path of a file that only root can change or replace, or if memory is exhausted.
bool prepare_command(pam_handle_t *pamh, const char *executable, struct command *command);

// Frees the memory that prepare_command has allocated, also after it has failed.
void free_command(struct command *command);
