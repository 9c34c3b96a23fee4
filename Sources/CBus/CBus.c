#include "CBus.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

// sd-bus(3), sd_bus_error(3).
struct sd_bus_error {
    const char *name;
    const char *message;
    int need_free;
};

static struct {
    int (*new)(cbus **bus);
    int (*set_address)(cbus *bus, const char *address);
    int (*set_bus_client)(cbus *bus, int is_client);
    int (*negotiate_fds)(cbus *bus, int takes_descriptors);
    int (*start)(cbus *bus);
    int (*is_open)(cbus *bus);
    int (*is_ready)(cbus *bus);
    int (*get_fd)(cbus *bus);
    int (*get_events)(cbus *bus);
    int (*get_timeout)(cbus *bus, uint64_t *microseconds);
    int (*process)(cbus *bus, cbus_message **message);
    int (*send)(cbus *bus, cbus_message *message, uint64_t *cookie);
    cbus *(*close_unref)(cbus *bus);
    int (*message_new_method_call)(cbus *bus, cbus_message **message, const char *destination, const char *path, const char *interface, const char *member);
    int (*message_append_basic)(cbus_message *message, char type, const void *value);
    int (*message_open_container)(cbus_message *message, char type, const char *contents);
    int (*message_close_container)(cbus_message *message);
    int (*message_enter_container)(cbus_message *message, char type, const char *contents);
    int (*message_exit_container)(cbus_message *message);
    int (*message_read_basic)(cbus_message *message, char type, void *value);
    int (*message_set_allow_interactive_authorization)(cbus_message *message, int allows);
    int (*message_is_method_error)(cbus_message *message, const char *name);
    int (*message_is_signal)(cbus_message *message, const char *interface, const char *member);
    int (*message_get_reply_cookie)(cbus_message *message, uint64_t *cookie);
    const char *(*message_get_sender)(cbus_message *message);
    const char *(*message_get_path)(cbus_message *message);
    cbus_message *(*message_unref)(cbus_message *message);
    const struct sd_bus_error *(*message_get_error)(cbus_message *message);
} functions;

static int outcome = ELIBACC;

static void load(void) {
    // Never unloaded, because functions of it may run on any thread until the process ends.
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    const struct {
        void *place;
        const char *name;
    } wanted[] = {
        {&functions.new, "sd_bus_new"},
        {&functions.set_address, "sd_bus_set_address"},
        {&functions.set_bus_client, "sd_bus_set_bus_client"},
        {&functions.negotiate_fds, "sd_bus_negotiate_fds"},
        {&functions.start, "sd_bus_start"},
        {&functions.is_open, "sd_bus_is_open"},
        {&functions.is_ready, "sd_bus_is_ready"},
        {&functions.get_fd, "sd_bus_get_fd"},
        {&functions.get_events, "sd_bus_get_events"},
        {&functions.get_timeout, "sd_bus_get_timeout"},
        {&functions.process, "sd_bus_process"},
        {&functions.send, "sd_bus_send"},
        {&functions.close_unref, "sd_bus_close_unref"},
        {&functions.message_new_method_call, "sd_bus_message_new_method_call"},
        {&functions.message_append_basic, "sd_bus_message_append_basic"},
        {&functions.message_open_container, "sd_bus_message_open_container"},
        {&functions.message_close_container, "sd_bus_message_close_container"},
        {&functions.message_enter_container, "sd_bus_message_enter_container"},
        {&functions.message_exit_container, "sd_bus_message_exit_container"},
        {&functions.message_read_basic, "sd_bus_message_read_basic"},
        {&functions.message_set_allow_interactive_authorization, "sd_bus_message_set_allow_interactive_authorization"},
        {&functions.message_is_method_error, "sd_bus_message_is_method_error"},
        {&functions.message_is_signal, "sd_bus_message_is_signal"},
        {&functions.message_get_reply_cookie, "sd_bus_message_get_reply_cookie"},
        {&functions.message_get_sender, "sd_bus_message_get_sender"},
        {&functions.message_get_path, "sd_bus_message_get_path"},
        {&functions.message_unref, "sd_bus_message_unref"},
        {&functions.message_get_error, "sd_bus_message_get_error"},
    };
    for (size_t index = 0; index < sizeof wanted / sizeof wanted[0]; index++) {
        void *function = dlsym(library, wanted[index].name);
        if (function == NULL) return;
        // The conversion from an object pointer to a function pointer that POSIX defines: dlsym(3).
        *(void **)wanted[index].place = function;
    }
    outcome = 0;
}

int cbus_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return outcome;
}

int cbus_new(cbus **bus) { return functions.new(bus); }
int cbus_set_address(cbus *bus, const char *address) { return functions.set_address(bus, address); }
int cbus_set_bus_client(cbus *bus, int is_client) { return functions.set_bus_client(bus, is_client); }
int cbus_negotiate_fds(cbus *bus, int takes_descriptors) { return functions.negotiate_fds(bus, takes_descriptors); }
int cbus_start(cbus *bus) { return functions.start(bus); }
int cbus_is_open(cbus *bus) { return functions.is_open(bus); }
int cbus_is_ready(cbus *bus) { return functions.is_ready(bus); }
int cbus_get_fd(cbus *bus) { return functions.get_fd(bus); }
int cbus_get_events(cbus *bus) { return functions.get_events(bus); }
int cbus_get_timeout(cbus *bus, uint64_t *microseconds) { return functions.get_timeout(bus, microseconds); }
int cbus_process(cbus *bus, cbus_message **message) { return functions.process(bus, message); }
int cbus_send(cbus *bus, cbus_message *message, uint64_t *cookie) { return functions.send(bus, message, cookie); }
void cbus_close_unref(cbus *bus) { functions.close_unref(bus); }
int cbus_message_new_method_call(
    cbus *bus, cbus_message **message, const char *destination, const char *path, const char *interface, const char *member
) {
    return functions.message_new_method_call(bus, message, destination, path, interface, member);
}
int cbus_message_append_basic(
    cbus_message *message, char type, const void *value
) {
    return functions.message_append_basic(message, type, value);
}
int cbus_message_open_container(
    cbus_message *message, char type, const char *contents
) {
    return functions.message_open_container(message, type, contents);
}
int cbus_message_close_container(cbus_message *message) { return functions.message_close_container(message); }
int cbus_message_enter_container(
    cbus_message *message, char type, const char *contents
) {
    return functions.message_enter_container(message, type, contents);
}
int cbus_message_exit_container(cbus_message *message) { return functions.message_exit_container(message); }
int cbus_message_read_basic(
    cbus_message *message, char type, void *value
) {
    return functions.message_read_basic(message, type, value);
}
int cbus_message_set_allow_interactive_authorization(
    cbus_message *message, int allows
) {
    return functions.message_set_allow_interactive_authorization(message, allows);
}
int cbus_message_is_method_error(
    cbus_message *message, const char *name
) {
    return functions.message_is_method_error(message, name);
}
int cbus_message_is_signal(
    cbus_message *message, const char *interface, const char *member
) {
    return functions.message_is_signal(message, interface, member);
}
int cbus_message_get_reply_cookie(
    cbus_message *message, uint64_t *cookie
) {
    return functions.message_get_reply_cookie(message, cookie);
}
const char *cbus_message_get_sender(cbus_message *message) { return functions.message_get_sender(message); }
const char *cbus_message_get_path(cbus_message *message) { return functions.message_get_path(message); }
void cbus_message_unref(cbus_message *message) { functions.message_unref(message); }

const char *cbus_message_error_name(cbus_message *message) {
    const struct sd_bus_error *error = functions.message_get_error(message);
    return error == NULL ? NULL : error->name;
}

const char *cbus_message_error_text(cbus_message *message) {
    const struct sd_bus_error *error = functions.message_get_error(message);
    return error == NULL ? NULL : error->message;
}
