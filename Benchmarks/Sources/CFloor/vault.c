#include "Vault.h"

#include <sodium.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { key_size = 32, nonce_size = 12, overhead = 28 };

static const unsigned char key[key_size] = "thirty-two bytes, known to all..";

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t floor_derive(int64_t passes, int64_t memory) {
    static const unsigned char salt[crypto_pwhash_SALTBYTES] = "sixteen bytes...";
    unsigned char out[key_size];
    if (sodium_init() < 0) return -1;
    int64_t start = now();
    int failed = crypto_pwhash(out, sizeof out, "correct horse battery staple", 28, salt, (unsigned long long)passes,
                               (size_t)memory, crypto_pwhash_ALG_ARGON2ID13);
    return failed ? -1 : now() - start;
}

int floor_pages_make(const char *path, int count, int size) {
    if (sodium_init() < 0 || !crypto_aead_aes256gcm_is_available()) return -1;
    sqlite3 *db = NULL;
    sqlite3_stmt *insert = NULL;
    unsigned char *plain = calloc(1, (size_t)size), *sealed = malloc((size_t)size + overhead);
    int result = -1;
    if (!plain || !sealed || sqlite3_open(path, &db) ||
        sqlite3_exec(db, "PRAGMA journal_mode = WAL; CREATE TABLE page (number INTEGER PRIMARY KEY, content BLOB); BEGIN", NULL,
                     NULL, NULL) ||
        sqlite3_prepare_v2(db, "INSERT INTO page (content) VALUES (?)", -1, &insert, NULL))
        goto end;
    for (int i = 0; i < count; i++) {
        randombytes_buf(sealed, nonce_size);
        crypto_aead_aes256gcm_encrypt(sealed + nonce_size, NULL, plain, (unsigned long long)size, NULL, 0, NULL, sealed, key);
        sqlite3_bind_blob(insert, 1, sealed, size + overhead, SQLITE_STATIC);
        int code = sqlite3_step(insert);
        sqlite3_reset(insert);
        if (code != SQLITE_DONE) goto end;
    }
    result = sqlite3_exec(db, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) ? -1 : 0;
end:
    sqlite3_finalize(insert);
    sqlite3_close(db);
    free(plain);
    free(sealed);
    return result;
}

int64_t floor_pages_read(const char *path, int size) {
    int64_t start = now(), result = -1;
    sqlite3 *db = NULL;
    sqlite3_stmt *select = NULL;
    unsigned char *plain = malloc((size_t)size);
    if (!plain || sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) ||
        sqlite3_prepare_v2(db, "SELECT content FROM page", -1, &select, NULL))
        goto end;
    int code;
    while ((code = sqlite3_step(select)) == SQLITE_ROW) {
        const unsigned char *sealed = sqlite3_column_blob(select, 0);
        if (sqlite3_column_bytes(select, 0) != size + overhead ||
            crypto_aead_aes256gcm_decrypt(plain, NULL, NULL, sealed + nonce_size, (unsigned long long)size + overhead - nonce_size,
                                          NULL, 0, sealed, key))
            goto end;
    }
    if (code == SQLITE_DONE) result = now() - start;
end:
    sqlite3_finalize(select);
    sqlite3_close(db);
    free(plain);
    return result;
}
