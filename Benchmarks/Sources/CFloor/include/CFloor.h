// The lower bound: the minimal work of a keychain, written against the C libraries, in the same run and on the same disk as the measurement
// that it is compared with.
#ifndef CFLOOR_H
#define CFLOOR_H

#include "Sockets.h"
#include "Vault.h"

#include <stdint.h>

typedef struct floor_store floor_store;

/// Makes a durable file (WAL, synchronous=FULL) with `count` rows of an item's sizes; NULL on failure.
/// Row i has the tag HMAC-SHA-256(key, i), cut to 16 bytes.
floor_store *floor_open(const char *path, int64_t count, int metadata_size, int secret_size);
void floor_close(floor_store *store);

/// One lookup: an HMAC, a SELECT by tag, three AES-256-GCM opens. Nanoseconds, or -1.
int64_t floor_lookup(floor_store *store, int64_t number);

/// One durable insert of a row with an index entry, in a transaction of its own. Nanoseconds, or -1.
int64_t floor_insert(floor_store *store, int64_t number);

#endif
