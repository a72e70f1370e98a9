#ifndef WOODSHED_MICROHTTPD_SHIM_H
#define WOODSHED_MICROHTTPD_SHIM_H

// What Swift cannot say to libmicrohttpd directly: its start function is variadic, its answers are
// unions, and most of its enumeration constants do not import.

#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/// Everything that a daemon of ours is started with.
struct woodshed_daemon_settings {
  int listening_socket;
  unsigned int connection_limit;
  unsigned int idle_seconds;
  size_t memory_limit;
  size_t memory_step;
  size_t stack_size;
  void *context;
  MHD_AcceptPolicyCallback accepts;
  MHD_NotifyConnectionCallback connection_changed;
  void *(*target_read)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback request_read;
  MHD_RequestCompletedCallback request_completed;
};

/// Leaves escapes as they came: paths are decoded, and refused, in one place of ours.
static size_t woodshed_unescape_nothing(void *context, struct MHD_Connection *connection,
                                        char *text) {
  (void)context;
  (void)connection;
  return __builtin_strlen(text);
}

/// Takes what the library would log, on the thread that would log it.
///
/// Where no descriptor is left, its accepting thread logs that and tries again at once, for as long as somebody
/// waits to be let in: a pause here is the only place to slow it down.
static void woodshed_pause_without_descriptors(void *context, const char *format,
                                               va_list arguments) {
  (void)context;
  (void)format;
  (void)arguments;
  int error = errno;
  int spare = eventfd(0, EFD_CLOEXEC);
  if (spare >= 0)
    close(spare);
  else
    poll(NULL, 0, 50);
  errno = error;
}

static inline struct MHD_Daemon *woodshed_start_daemon(
    const struct woodshed_daemon_settings *settings) {
  return MHD_start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC |
          MHD_USE_ERROR_LOG,
      0, settings->accepts, settings->context, settings->request_read, settings->context,
      MHD_OPTION_EXTERNAL_LOGGER, woodshed_pause_without_descriptors, NULL,
      MHD_OPTION_LISTEN_SOCKET, settings->listening_socket,
      MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory_limit,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, settings->memory_step,
      MHD_OPTION_THREAD_STACK_SIZE, settings->stack_size,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
      MHD_OPTION_UNESCAPE_CALLBACK, woodshed_unescape_nothing, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, settings->target_read, settings->context,
      MHD_OPTION_NOTIFY_CONNECTION, settings->connection_changed, settings->context,
      MHD_OPTION_NOTIFY_COMPLETED, settings->request_completed, settings->context,
      MHD_OPTION_END);
}

/// The socket of a connection, or -1.
static inline int woodshed_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The address at the other end of a connection, or null.
static inline const struct sockaddr *woodshed_connection_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/// What `connection_changed` put beside a connection, or null.
static inline void *woodshed_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// After how many seconds without traffic the library ends a connection, counted from now; 0 for never.
///
/// The time a handler takes counts as well, so a connection must not be timed while one works.
static inline void woodshed_set_idle_seconds(struct MHD_Connection *connection,
                                             unsigned int seconds) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

/// How many bytes a request's first line and headers took.
static inline size_t woodshed_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

static inline void woodshed_each_header(struct MHD_Connection *connection, void *context,
                                        MHD_KeyValueIterator take) {
  MHD_get_connection_values(connection, MHD_HEADER_KIND, take, context);
}

static inline bool woodshed_is_start(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

static inline bool woodshed_is_answered(enum MHD_RequestTerminationCode code) {
  return code == MHD_REQUEST_TERMINATED_COMPLETED_OK;
}

#endif
