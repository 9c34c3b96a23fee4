// The minimal cost of opening a vault: the derivation of a key from a password, and reading and decrypting the bytes of
// an index.
#ifndef CFLOOR_VAULT_H
#define CFLOOR_VAULT_H

#include <stdint.h>

/// One derivation with Argon2id. Nanoseconds, or -1.
int64_t floor_derive(int64_t passes, int64_t memory);

/// Makes a file with `count` rows, each of `size` bytes sealed by AES-256-GCM. 0, or -1.
int floor_pages_make(const char *path, int count, int size);

/// Opens that file, and reads and decrypts all rows. Nanoseconds, or -1.
int64_t floor_pages_read(const char *path, int size);

#endif
