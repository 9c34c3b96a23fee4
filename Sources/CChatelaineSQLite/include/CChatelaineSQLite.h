// SQLite settings behind variadic functions and C callbacks, which Swift cannot call.
#ifndef CHATELAINE_CSQLITE_H
#define CHATELAINE_CSQLITE_H

#include <stdint.h>

/// Sets defensive mode, no trusted schema, no triggers or views, no double-quoted strings, no checkpoint when the last connection closes.
/// Returns an SQLite result code. `connection` is a `sqlite3 *`.
int chatelaine_sqlite_harden(void *connection);

/// Stores the number of frames in the write-ahead log after this connection's last commit in `*frames`, which has to
/// outlive the connection.
/// Replaces the automatic checkpoint.
void chatelaine_sqlite_count_log_frames(void *connection, int *frames);

/// Reads `count` bytes of the main file as it is, without the log. Returns an SQLite result code. Opening the file a second time would
/// drop this process's locks when it is closed.
int chatelaine_sqlite_read_main_file(void *connection, void *buffer, int count, int64_t offset);

#endif
