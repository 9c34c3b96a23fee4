#include "CFloor.h"

#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { nonce_size = 12, overhead = 28, key_size = 32, tag_size = 16 };

struct floor_store {
    sqlite3 *db;
    sqlite3_stmt *select, *insert_item, *insert_tag, *begin, *commit;
    unsigned char key[key_size];
    int metadata_size, secret_size;
    unsigned char *plain, *sealed;
};

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void tag_of(const floor_store *store, int64_t number, unsigned char tag[32]) {
    crypto_auth_hmacsha256_state state;
    unsigned char message[64] = {0};
    memcpy(message, &number, sizeof number);
    crypto_auth_hmacsha256_init(&state, store->key, key_size);
    crypto_auth_hmacsha256_update(&state, message, sizeof message);
    crypto_auth_hmacsha256_final(&state, tag);
}

static int seal(const floor_store *store, int size, unsigned char *sealed) {
    randombytes_buf(sealed, nonce_size);
    return crypto_aead_aes256gcm_encrypt(sealed + nonce_size, NULL, store->plain, (unsigned long long)size, NULL, 0, NULL,
                                         sealed, store->key);
}

static int open_sealed(const floor_store *store, const unsigned char *sealed, int size) {
    if (size < overhead) return -1;
    return crypto_aead_aes256gcm_decrypt(store->plain, NULL, NULL, sealed + nonce_size, (unsigned long long)(size - nonce_size),
                                         NULL, 0, sealed, store->key);
}

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? 0 : -1;
}

static int insert(floor_store *store, int64_t number) {
    unsigned char tag[32], key[key_size + overhead];
    tag_of(store, number, tag);
    int metadata_size = store->metadata_size + overhead;
    if (seal(store, key_size, key) || seal(store, store->metadata_size, store->sealed) ||
        seal(store, store->secret_size, store->sealed + metadata_size))
        return -1;
    sqlite3_bind_blob(store->insert_item, 1, key, sizeof key, SQLITE_STATIC);
    sqlite3_bind_blob(store->insert_item, 2, store->sealed, metadata_size, SQLITE_STATIC);
    sqlite3_bind_blob(store->insert_item, 3, store->sealed + metadata_size, store->secret_size + overhead, SQLITE_STATIC);
    if (run(store->insert_item)) return -1;
    sqlite3_bind_blob(store->insert_tag, 1, tag, tag_size, SQLITE_STATIC);
    sqlite3_bind_int64(store->insert_tag, 2, sqlite3_last_insert_rowid(store->db));
    return run(store->insert_tag);
}

floor_store *floor_open(const char *path, int64_t count, int metadata_size, int secret_size) {
    if (sodium_init() < 0 || !crypto_aead_aes256gcm_is_available()) return NULL;
    floor_store *store = calloc(1, sizeof *store);
    if (!store) return NULL;
    store->metadata_size = metadata_size;
    store->secret_size = secret_size;
    store->plain = calloc(1, (size_t)(metadata_size + secret_size + key_size));
    store->sealed = calloc(1, (size_t)(metadata_size + secret_size + 2 * overhead));
    randombytes_buf(store->key, key_size);
    const char *schema =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE item (number INTEGER PRIMARY KEY, key BLOB NOT NULL, metadata BLOB NOT NULL, secret BLOB NOT NULL);"
        "CREATE TABLE search (tag BLOB NOT NULL, item INTEGER NOT NULL, PRIMARY KEY (tag, item)) WITHOUT ROWID;";
    if (sqlite3_open(path, &store->db) || sqlite3_exec(store->db, schema, NULL, NULL, NULL)) goto failed;
    const struct { sqlite3_stmt **statement; const char *sql; } statements[] = {
        {&store->select, "SELECT key, metadata, secret FROM search JOIN item ON item.number = search.item WHERE tag = ?"},
        {&store->insert_item, "INSERT INTO item (key, metadata, secret) VALUES (?, ?, ?)"},
        {&store->insert_tag, "INSERT INTO search VALUES (?, ?)"},
        {&store->begin, "BEGIN IMMEDIATE"},
        {&store->commit, "COMMIT"},
    };
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++)
        if (sqlite3_prepare_v2(store->db, statements[i].sql, -1, statements[i].statement, NULL)) goto failed;
    for (int64_t i = 0; i < count;) {
        if (run(store->begin)) goto failed;
        for (int64_t end = i + 50000; i < count && i < end; i++)
            if (insert(store, i)) goto failed;
        if (run(store->commit)) goto failed;
    }
    sqlite3_exec(store->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    return store;
failed:
    fprintf(stderr, "floor: %s\n", sqlite3_errmsg(store->db));
    floor_close(store);
    return NULL;
}

void floor_close(floor_store *store) {
    sqlite3_finalize(store->select);
    sqlite3_finalize(store->insert_item);
    sqlite3_finalize(store->insert_tag);
    sqlite3_finalize(store->begin);
    sqlite3_finalize(store->commit);
    sqlite3_close(store->db);
    free(store->plain);
    free(store->sealed);
    free(store);
}

int64_t floor_lookup(floor_store *store, int64_t number) {
    int64_t start = now();
    unsigned char tag[32];
    tag_of(store, number, tag);
    sqlite3_bind_blob(store->select, 1, tag, tag_size, SQLITE_STATIC);
    int ok = sqlite3_step(store->select) == SQLITE_ROW;
    for (int column = 0; ok && column < 3; column++)
        ok = open_sealed(store, sqlite3_column_blob(store->select, column), sqlite3_column_bytes(store->select, column)) == 0;
    sqlite3_reset(store->select);
    return ok ? now() - start : -1;
}

int64_t floor_insert(floor_store *store, int64_t number) {
    int64_t start = now();
    int ok = run(store->begin) == 0 && insert(store, number) == 0 && run(store->commit) == 0;
    return ok ? now() - start : -1;
}
