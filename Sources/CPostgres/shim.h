#ifndef WOODSHED_POSTGRES_SHIM_H
#define WOODSHED_POSTGRES_SHIM_H

// What Swift cannot say to libpq directly: fields named by characters, and a listener that does nothing.

#include <postgresql/libpq-fe.h>

static void woodshed_postgres_ignore(void *context, const char *message) {
  (void)context;
  (void)message;
}

/// Keeps the server's remarks off standard error; they may quote what people wrote.
static inline void woodshed_postgres_quieten(PGconn *connection) {
  PQsetNoticeProcessor(connection, woodshed_postgres_ignore, (void *)0);
}

/// The five characters that say what went wrong, or null.
static inline const char *woodshed_postgres_state(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// What went wrong in a sentence, without the details that quote values; or null.
static inline const char *woodshed_postgres_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

#endif
