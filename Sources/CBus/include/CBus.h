// The part of libsystemd's D-Bus client that is used for system daemons, loaded at the first use: a program that never asks for a finger
// does not load the library, and starts without it.
//
// Each function is the one of libsystemd with the prefix “sd_bus”; see sd-bus(3).
#ifndef CHATELAINE_CBUS_H
#define CHATELAINE_CBUS_H

#include <stdint.h>

typedef struct cbus cbus;
typedef struct cbus_message cbus_message;

/// Loads the library. Must be called before all other functions, and return 0; otherwise it returns an errno value: ELIBACC if the library
/// is missing or lacks a function.
int cbus_load(void);

int cbus_new(cbus **bus);
int cbus_set_address(cbus *bus, const char *address);
int cbus_set_bus_client(cbus *bus, int is_client);
int cbus_negotiate_fds(cbus *bus, int takes_descriptors);
int cbus_start(cbus *bus);
int cbus_is_open(cbus *bus);
int cbus_is_ready(cbus *bus);
int cbus_get_fd(cbus *bus);
int cbus_get_events(cbus *bus);
int cbus_get_timeout(cbus *bus, uint64_t *microseconds);
int cbus_process(cbus *bus, cbus_message **message);
int cbus_send(cbus *bus, cbus_message *message, uint64_t *cookie);
void cbus_close_unref(cbus *bus);

int cbus_message_new_method_call(
    cbus *bus, cbus_message **message, const char *destination, const char *path, const char *interface, const char *member);
int cbus_message_append_basic(cbus_message *message, char type, const void *value);
int cbus_message_open_container(cbus_message *message, char type, const char *contents);
int cbus_message_close_container(cbus_message *message);
int cbus_message_enter_container(cbus_message *message, char type, const char *contents);
int cbus_message_exit_container(cbus_message *message);
int cbus_message_read_basic(cbus_message *message, char type, void *value);
int cbus_message_set_allow_interactive_authorization(cbus_message *message, int allows);
int cbus_message_is_method_error(cbus_message *message, const char *name);
int cbus_message_is_signal(cbus_message *message, const char *interface, const char *member);
int cbus_message_get_reply_cookie(cbus_message *message, uint64_t *cookie);
const char *cbus_message_get_sender(cbus_message *message);
const char *cbus_message_get_path(cbus_message *message);
/// The name of the error in an error reply; NULL if the message is none.
const char *cbus_message_error_name(cbus_message *message);
const char *cbus_message_error_text(cbus_message *message);
void cbus_message_unref(cbus_message *message);

#endif
