#include "CChatelaineSQLite.h"

#include <sqlite3.h>

int chatelaine_sqlite_harden(void *connection) {
    sqlite3 *db = connection;
    const struct { int option, value; } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
        {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1},
    };
    for (unsigned i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        int code = sqlite3_db_config(db, settings[i].option, settings[i].value, (int *)0);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}

static int log_grew(void *frames, sqlite3 *db, const char *name, int count) {
    (void)db;
    (void)name;
    *(int *)frames = count;
    return SQLITE_OK;
}

void chatelaine_sqlite_count_log_frames(void *connection, int *frames) {
    sqlite3_wal_hook(connection, log_grew, frames);
}

int chatelaine_sqlite_read_main_file(void *connection, void *buffer, int count, int64_t offset) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) return code;
    if (!file || !file->pMethods) return SQLITE_ERROR;
    return file->pMethods->xRead(file, buffer, count, offset);
}
