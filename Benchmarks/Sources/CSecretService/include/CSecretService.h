// A small client of the Secret Service on the session bus, to measure a provider: one session without encryption, and lookups that search
// by one attribute and get the secret of the result.
#ifndef CSECRETSERVICE_H
#define CSECRETSERVICE_H

#include <stdint.h>

typedef struct secret_service secret_service;

/// Connects and opens a session; NULL, with a line on standard error, on failure.
secret_service *secret_service_open(void);
void secret_service_close(secret_service *service);

/// Adds an item “account-NUMBER” to the default collection. 0, or -1 with a line on standard error.
int secret_service_add(secret_service *service, int64_t number, const char *secret);

/// Finds an item and compares its secret. Nanoseconds, or -1 if the item is missing or has another secret.
int64_t secret_service_lookup(secret_service *service, int64_t number, const char *secret);

#endif
