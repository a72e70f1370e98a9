#ifndef WOODSHED_SQLITE_SHIM_H
#define WOODSHED_SQLITE_SHIM_H

// What Swift cannot say to SQLite directly: variadic functions, and destructors that are numbers.

#include <sqlite3.h>

/// Prepares SQLite once, before anything else: it need not count its memory, for which all threads would take turns, and
/// what undoes part of a transaction may take four megabytes before it goes to a file.
static inline int woodshed_sqlite_prepare(void) {
  int code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  if (code == SQLITE_OK) code = sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, 4 << 20);
  return code == SQLITE_OK ? sqlite3_initialize() : code;
}

/// Refuses what SQL could do to harm the file, and believes nothing that its schema says.
static inline int woodshed_sqlite_defend(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  return code;
}

/// Leaves the write-ahead log as it is when the connection closes.
static inline int woodshed_sqlite_close_without_checkpoint(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// Why writing to the log beside the file, or to the file, failed last; SQLite itself does not say after a commit.
static inline int woodshed_sqlite_write_errno(sqlite3 *database) {
  int number = 0;
  sqlite3_file *log = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK &&
      log && log->pMethods)
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number);
  if (number == 0)
    sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
  return number;
}

/// Binds bytes, which SQLite copies.
static inline int woodshed_sqlite_bind(sqlite3_stmt *statement, int index, const void *bytes,
                                       sqlite3_uint64 count) {
  if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
