// Unlocks the keychain with the login password. PAM knows the password in the authentication phase, but the user's
// agent can be reached only in the session phase, so this module carries it from one to the other and gives it to
// `chatelaine unlock --stdin --login`, run as the user. It never asks for anything and never grants or denies a login.
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <syslog.h>
#include <unistd.h>

// The module exports the functions that are declared here.
#pragma GCC visibility push(default)
#include <security/pam_modules.h>
#pragma GCC visibility pop
#include <security/pam_ext.h>
#include <security/pam_modutil.h>

#include "command.h"

#ifndef CHATELAINE_PATH
#error "CHATELAINE_PATH must be the absolute path of the installed chatelaine"
#endif

enum {
    longest_password = 4096,
    longest_name = 255,
    default_timeout = 5,
    longest_timeout = 60,
    exit_wrong_passcode = 51, // Docs/exit-codes.md
    exit_not_tried = 75,
};

static const char copy_name[] = "chatelaine_login_password";

struct copy {
    size_t length;
    char user[longest_name + 1];
    char password[longest_password];
};

struct options {
    const char *executable;
    int timeout; // seconds
    bool debug;
    bool lock_at_logout;
};

static struct options read_options(pam_handle_t *pamh, int argc, const char **argv) {
    struct options options = {.executable = CHATELAINE_PATH, .timeout = default_timeout};
    for (int index = 0; index < argc; index++) {
        const char *argument = argv[index];
        char *end = NULL;
        if (strcmp(argument, "debug") == 0) {
            options.debug = true;
        } else if (strcmp(argument, "lock_at_logout") == 0) {
            options.lock_at_logout = true;
        } else if (strncmp(argument, "chatelaine=", 11) == 0) {
            options.executable = argument + 11;
        } else if (strncmp(argument, "timeout=", 8) == 0) {
            long seconds = strtol(argument + 8, &end, 10);
            if (end != argument + 8 && *end == 0 && seconds >= 1 && seconds <= longest_timeout) {
                options.timeout = (int)seconds;
            } else {
                pam_syslog(pamh, LOG_ERR, "%s is not from 1 to %d and is ignored", argument, longest_timeout);
            }
        } else {
            pam_syslog(pamh, LOG_ERR, "unknown option %s", argument);
        }
    }
    return options;
}

// MARK: The copy of the password

static void destroy_copy(pam_handle_t *pamh, void *data, int status) {
    (void)pamh, (void)status;
    if (data == NULL) return;
    explicit_bzero(data, sizeof(struct copy));
    munmap(data, sizeof(struct copy));
}

static void forget_copy(pam_handle_t *pamh) {
    const void *data;
    if (pam_get_data(pamh, copy_name, &data) == PAM_SUCCESS) pam_set_data(pamh, copy_name, NULL, NULL);
}

// Returns memory that is neither swapped nor part of a core dump; NULL if there is none.
static struct copy *make_copy(void) {
    void *memory = mmap(NULL, sizeof(struct copy), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    if (mlock(memory, sizeof(struct copy)) == 0 && madvise(memory, sizeof(struct copy), MADV_DONTDUMP) == 0) {
        return memory;
    }
    munmap(memory, sizeof(struct copy));
    return NULL;
}

static void keep_copy(pam_handle_t *pamh, const char *user, const char *password) {
    size_t length = strnlen(password, longest_password + 1);
    if (length == 0) return;
    if (length > longest_password || memchr(password, '\n', length) != NULL || strlen(user) > longest_name) {
        pam_syslog(pamh, LOG_NOTICE, "the login password is not kept: it is too long, or has a line break");
        return;
    }
    struct copy *copy = make_copy();
    if (copy == NULL) {
        pam_syslog(pamh, LOG_ERR, "no locked memory for the login password: %m");
        return;
    }
    copy->length = length;
    memcpy(copy->password, password, length);
    strcpy(copy->user, user);
    if (pam_set_data(pamh, copy_name, copy, destroy_copy) != PAM_SUCCESS) destroy_copy(pamh, copy, 0);
}

// MARK: The command

static void report(pam_handle_t *pamh, const struct options *options, const struct command *command, int outcome) {
    const char *verb = command->arguments[1], *user = command->user->pw_name;
    if (outcome == outcome_failed) {
        pam_syslog(pamh, LOG_ERR, "%s could not be started: %m", command->path);
    } else if (outcome == exit_wrong_passcode) {
        pam_syslog(pamh, LOG_INFO, "the login password does not open the keychain of %s", user);
    } else if (outcome == exit_not_tried) {
        pam_syslog(pamh, LOG_INFO, "not tried on the keychain of %s, after other wrong passcodes: unlock it by hand", user);
    } else if (outcome == exit_not_started) {
        pam_syslog(pamh, LOG_ERR, "%s could not be run for %s", command->path, user);
    } else if (outcome == outcome_timeout) {
        int limit = options->timeout;
        pam_syslog(pamh, LOG_WARNING, "chatelaine %s for %s took more than %d s and was killed", verb, user, limit);
    } else if (outcome < outcome_signal) {
        int number = outcome_signal - outcome;
        pam_syslog(pamh, LOG_WARNING, "chatelaine %s for %s was ended by signal %d", verb, user, number);
    } else if (outcome > 0) {
        pam_syslog(pamh, LOG_NOTICE, "chatelaine %s for %s ended with exit code %d", verb, user, outcome);
    } else if (options->debug) {
        const char *end = outcome == 0 ? "done" : "ended, the application has taken its exit code";
        pam_syslog(pamh, LOG_DEBUG, "chatelaine %s for %s: %s", verb, user, end);
    }
}

// Runs `chatelaine unlock --stdin --login` if there is a copy of the password, else `chatelaine lock`.
static void run_and_report(pam_handle_t *pamh, const struct options *options, const struct copy *copy) {
    const void *item = NULL;
    struct command command = {.arguments = {"chatelaine", "lock", NULL}};
    if (copy != NULL) {
        command.arguments[1] = "unlock", command.arguments[2] = "--stdin", command.arguments[3] = "--login";
    }
    if (pam_get_item(pamh, PAM_USER, &item) != PAM_SUCCESS || item == NULL) return;
    const char *name = item;
    // sudo authenticates one user and opens the session of another, who must not be given the first one's password.
    if (copy != NULL && strcmp(copy->user, name) != 0) {
        if (options->debug) pam_syslog(pamh, LOG_DEBUG, "the session is not that of the user who has logged in");
        return;
    }
    command.user = pam_modutil_getpwnam(pamh, name);
    if (command.user == NULL || geteuid() != 0) {
        pam_syslog(pamh, LOG_ERR, "nothing can be run as %s: %s", name, command.user ? "not root" : "no such user");
        return;
    }
    if (prepare_command(pamh, options->executable, &command)) {
        const char *line = copy ? copy->password : NULL;
        report(pamh, options, &command, run_as_user(&command, line, copy ? copy->length : 0, options->timeout));
    }
    free_command(&command);
}

// MARK: The functions of the module

int pam_sm_authenticate(pam_handle_t *pamh, int flags, int argc, const char **argv) {
    const void *password = NULL, *user = NULL;
    (void)flags;
    struct options options = read_options(pamh, argc, argv);
    forget_copy(pamh);
    bool known = pam_get_item(pamh, PAM_AUTHTOK, &password) == PAM_SUCCESS && password != NULL;
    if (known && pam_get_item(pamh, PAM_USER, &user) == PAM_SUCCESS && user != NULL) keep_copy(pamh, user, password);
    if (!known && options.debug) pam_syslog(pamh, LOG_DEBUG, "no module before this one has asked for a password");
    return PAM_IGNORE;
}

int pam_sm_open_session(pam_handle_t *pamh, int flags, int argc, const char **argv) {
    const void *copy = NULL;
    (void)flags;
    struct options options = read_options(pamh, argc, argv);
    if (pam_get_data(pamh, copy_name, &copy) == PAM_SUCCESS && copy != NULL) run_and_report(pamh, &options, copy);
    forget_copy(pamh);
    return PAM_IGNORE;
}

int pam_sm_close_session(pam_handle_t *pamh, int flags, int argc, const char **argv) {
    (void)flags;
    struct options options = read_options(pamh, argc, argv);
    if (options.lock_at_logout) run_and_report(pamh, &options, NULL);
    return PAM_IGNORE;
}

int pam_sm_setcred(pam_handle_t *pamh, int flags, int argc, const char **argv) {
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}

int pam_sm_acct_mgmt(pam_handle_t *pamh, int flags, int argc, const char **argv) {
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}

int pam_sm_chauthtok(pam_handle_t *pamh, int flags, int argc, const char **argv) {
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}
