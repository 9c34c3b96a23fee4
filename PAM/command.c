#define _GNU_SOURCE
#include "command.h"

#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>

#include <security/pam_ext.h>

// Resolves the path of the executable. The executable gets the password, so root alone may be able to change or replace
// it. A directory may be writable for a group, such as staff on /usr/local, whose members can act as root already.
static bool find_executable(pam_handle_t *pamh, const char *path, char resolved[PATH_MAX]) {
    struct stat status;
    if (path[0] != '/' || realpath(path, resolved) == NULL || stat(resolved, &status) != 0) {
        pam_syslog(pamh, LOG_ERR, "no executable has the absolute path %s", path);
        return false;
    }
    bool trusted = S_ISREG(status.st_mode) && status.st_uid == 0 && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    char directory[PATH_MAX];
    strcpy(directory, resolved);
    while (trusted && directory[1] != 0) {
        char *slash = strrchr(directory, '/');
        slash[slash == directory] = 0;
        trusted = stat(directory, &status) == 0 && status.st_uid == 0 &&
                  ((status.st_mode & S_IWOTH) == 0 || (status.st_mode & S_ISVTX) != 0);
    }
    if (!trusted) pam_syslog(pamh, LOG_ERR, "%s is refused: others than root could change or replace it", path);
    return trusted;
}

static bool add_variable(struct command *command, const char *name, const char *value) {
    size_t index = 0;
    if (value == NULL) return true;
    while (command->environment[index] != NULL) index++;
    if (asprintf(&command->environment[index], "%s=%s", name, value) >= 0) return true;
    command->environment[index] = NULL;
    return false;
}

// Takes nothing from the application's own environment: in a setuid program the caller controls it.
static bool fill_environment(pam_handle_t *pamh, struct command *command) {
    char usual[64];
    struct stat status;
    const struct passwd *user = command->user;
    const char *runtime = pam_getenv(pamh, "XDG_RUNTIME_DIR");
    snprintf(usual, sizeof usual, "/run/user/%lu", (unsigned long)user->pw_uid);
    if (runtime == NULL && lstat(usual, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == user->pw_uid) {
        runtime = usual;
    }
    return add_variable(command, "HOME", user->pw_dir) && add_variable(command, "USER", user->pw_name) &&
           add_variable(command, "LOGNAME", user->pw_name) && add_variable(command, "PATH", "/usr/bin:/bin") &&
           add_variable(command, "XDG_RUNTIME_DIR", runtime) &&
           add_variable(command, "XDG_DATA_HOME", pam_getenv(pamh, "XDG_DATA_HOME")) &&
           add_variable(command, "CHATELAINE_HOME", pam_getenv(pamh, "CHATELAINE_HOME"));
}

// Must run before the fork, because it reads the user database, which a forked child of a process with threads must not.
static bool fill_groups(struct command *command) {
    int room = 0;
    getgrouplist(command->user->pw_name, command->user->pw_gid, NULL, &room);
    if (room < 1 || (command->groups = calloc((size_t)room, sizeof(gid_t))) == NULL) return false;
    command->group_count = room;
    return getgrouplist(command->user->pw_name, command->user->pw_gid, command->groups, &command->group_count) >= 0;
}

void free_command(struct command *command) {
    for (size_t index = 0; command->environment[index] != NULL; index++) free(command->environment[index]);
    free(command->groups);
}

bool prepare_command(pam_handle_t *pamh, const char *executable, struct command *command) {
    if (!find_executable(pamh, executable, command->path)) return false;
    if (fill_environment(pamh, command) && fill_groups(command)) return true;
    pam_syslog(pamh, LOG_ERR, "%s could not be prepared: %m", command->path);
    return false;
}
