import CMicroHTTPD
import Glibc
import Platform

/// One daemon of the library: the threads behind one listening socket.
@safe final class Daemon: Sendable {
  private nonisolated(unsafe) let handle: OpaquePointer
  private let server: SocketServer
  private let socket: ListeningSocket

  /// Starts the threads; they use a raw pointer to `server`, so the daemon retains it until it stops.
  init(for server: SocketServer, on socket: ListeningSocket) throws(SystemError) {
    var settings = unsafe woodshed_daemon_settings()
    unsafe settings.listening_socket = socket.descriptor
    unsafe settings.connection_limit = UInt32(server.settings.connectionLimit)
    unsafe settings.idle_seconds = UInt32(server.settings.idleSeconds)
    // The library clears all of it after every request, so it only has room for two full heads.
    unsafe settings.memory_limit = 32_768
    unsafe settings.memory_step = 16_384
    unsafe settings.stack_size = 262_144
    unsafe settings.context = Unmanaged.passUnretained(server).toOpaque()
    unsafe settings.accepts = acceptsConnection
    unsafe settings.connection_changed = connectionChanged
    unsafe settings.target_read = targetRead
    unsafe settings.request_read = requestRead
    unsafe settings.request_completed = requestCompleted
    guard let handle = unsafe woodshed_start_daemon(&settings) else { throw .last }
    unsafe self.handle = handle
    self.server = server
    self.socket = socket
  }

  /// Accepts no further connections; open ones stay. May be called again.
  func takeNoMore() {
    // From here on, closing the socket is up to us, but only once nobody can still be waiting on it: its number might
    // be reused by another socket.
    unsafe MHD_quiesce_daemon(handle)
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }

  /// Ends every connection and waits for its thread; call it once, after ``takeNoMore()``.
  func stop() {
    unsafe MHD_stop_daemon(handle)
    close(socket.descriptor)
  }
}
