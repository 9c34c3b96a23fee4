#include "CSecretService.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

#define INTERFACE "org.freedesktop.Secret."
static const char *const destination = "org.freedesktop.secrets";
static const char *const service_path = "/org/freedesktop/secrets";

struct secret_service {
    sd_bus *bus;
    char *session;
};

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int complain(const char *what, int code, const sd_bus_error *error) {
    fprintf(stderr, "secret service: %s: %s\n", what, error && error->message ? error->message : strerror(-code));
    return -1;
}

static int call(secret_service *service, sd_bus_message *request, sd_bus_message **reply) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    int code = sd_bus_call(service->bus, request, 0, &error, reply);
    if (code < 0) complain(sd_bus_message_get_member(request), code, &error);
    sd_bus_error_free(&error);
    sd_bus_message_unref(request);
    return code < 0 ? -1 : 0;
}

static int open_session(secret_service *service) {
    sd_bus_message *request, *reply;
    if (sd_bus_message_new_method_call(service->bus, &request, destination, service_path, INTERFACE "Service", "OpenSession") < 0)
        return -1;
    sd_bus_message_append(request, "sv", "plain", "s", "");
    if (call(service, request, &reply)) return -1;
    const char *path = NULL;
    if (sd_bus_message_skip(reply, "v") >= 0 && sd_bus_message_read(reply, "o", &path) >= 0) service->session = strdup(path);
    sd_bus_message_unref(reply);
    return service->session ? 0 : -1;
}

secret_service *secret_service_open(void) {
    secret_service *service = calloc(1, sizeof *service);
    if (!service) return NULL;
    int code = sd_bus_open_user(&service->bus);
    if (code < 0) complain("connect", code, NULL);
    if (code >= 0 && open_session(service) == 0) return service;
    secret_service_close(service);
    return NULL;
}

void secret_service_close(secret_service *service) {
    sd_bus_flush_close_unref(service->bus);
    free(service->session);
    free(service);
}

static void account_of(int64_t number, char text[32]) { snprintf(text, 32, "account-%lld", (long long)number); }

int secret_service_add(secret_service *service, int64_t number, const char *secret) {
    sd_bus_message *request, *reply;
    char account[32];
    account_of(number, account);
    if (sd_bus_message_new_method_call(service->bus, &request, destination, "/org/freedesktop/secrets/aliases/default",
                                       INTERFACE "Collection", "CreateItem") < 0)
        return -1;
    sd_bus_message_open_container(request, 'a', "{sv}");
    sd_bus_message_append(request, "{sv}", INTERFACE "Item.Label", "s", account);
    sd_bus_message_append(request, "{sv}", INTERFACE "Item.Attributes", "a{ss}", 3, "xdg:schema",
                          "org.freedesktop.Secret.Generic", "service", "service", "account", account);
    sd_bus_message_close_container(request);
    sd_bus_message_open_container(request, 'r', "oayays");
    sd_bus_message_append(request, "o", service->session);
    sd_bus_message_append_array(request, 'y', NULL, 0);
    sd_bus_message_append_array(request, 'y', secret, strlen(secret));
    sd_bus_message_append(request, "s", "text/plain");
    sd_bus_message_close_container(request);
    sd_bus_message_append(request, "b", 0);
    if (call(service, request, &reply)) return -1;
    sd_bus_message_unref(reply);
    return 0;
}

/// Returns the reply to a search and stores its first path in `path`.
static sd_bus_message *search(secret_service *service, const char *account, const char **path) {
    sd_bus_message *request, *reply;
    if (sd_bus_message_new_method_call(service->bus, &request, destination, service_path, INTERFACE "Service", "SearchItems") < 0)
        return NULL;
    sd_bus_message_append(request, "a{ss}", 1, "account", account);
    if (call(service, request, &reply)) return NULL;
    *path = NULL;
    if (sd_bus_message_enter_container(reply, 'a', "o") > 0) sd_bus_message_read(reply, "o", path);
    return reply;
}

static int has_secret(secret_service *service, const char *path, const char *secret) {
    sd_bus_message *request, *reply;
    if (sd_bus_message_new_method_call(service->bus, &request, destination, path, INTERFACE "Item", "GetSecret") < 0) return 0;
    sd_bus_message_append(request, "o", service->session);
    if (call(service, request, &reply)) return 0;
    const void *parameters, *value = NULL;
    size_t size, length = 0;
    const char *session;
    if (sd_bus_message_enter_container(reply, 'r', "oayays") > 0 && sd_bus_message_read(reply, "o", &session) > 0 &&
        sd_bus_message_read_array(reply, 'y', &parameters, &size) >= 0)
        sd_bus_message_read_array(reply, 'y', &value, &length);
    int same = value && length == strlen(secret) && memcmp(value, secret, length) == 0;
    sd_bus_message_unref(reply);
    return same;
}

int64_t secret_service_lookup(secret_service *service, int64_t number, const char *secret) {
    char account[32];
    account_of(number, account);
    int64_t start = now();
    const char *path;
    sd_bus_message *found = search(service, account, &path);
    if (!found) return -1;
    int ok = path && has_secret(service, path, secret);
    int64_t end = now();
    sd_bus_message_unref(found);
    return ok ? end - start : -1;
}
