import CMicroHTTPD
import Glibc
import HTTP

// The callbacks of the library, on its own threads. They are free functions: a closure in a file of
// top-level code would be bound to the main actor and trap there.

func acceptsConnection(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _: socklen_t
) -> MHD_Result {
  guard let server = unsafe server(context), let peer = unsafe IPAddress(address) else {
    return .NO
  }
  return server.registry.hasRoom(for: peer) ? .YES : .NO
}

func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
  guard let server = unsafe server(context), let handle = unsafe handle, let slot = unsafe slot
  else {
    return
  }
  if woodshed_is_start(code) {
    let connection = Connection(
      socket: unsafe woodshed_connection_socket(handle),
      peer: unsafe IPAddress(woodshed_connection_peer(handle)) ?? .loopback,
      headDuration: server.settings.headDuration)
    server.registry.add(connection)
    unsafe slot.pointee = Unmanaged.passRetained(connection).toOpaque()
  } else if let pointer = unsafe slot.pointee {
    unsafe server.registry.remove(Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue())
    unsafe slot.pointee = nil
  }
}

func targetRead(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let server = unsafe server(context), let target = unsafe target, let handle = unsafe handle,
    let pointer = unsafe woodshed_connection_context(handle)
  else { return nil }
  server.requestBegan()
  let progress = RequestInProgress(
    target: unsafe String(cString: target),
    connection: unsafe Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue(),
    server: server)
  return unsafe Unmanaged.passRetained(progress).toOpaque()
}

func requestRead(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ piece: UnsafePointer<CChar>?,
  _ pieceSize: UnsafeMutablePointer<Int>?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let handle = unsafe handle, let method = unsafe method, let pieceSize = unsafe pieceSize,
    let pointer = unsafe slot?.pointee
  else { return .NO }
  let progress = unsafe Unmanaged<RequestInProgress>.fromOpaque(pointer).takeUnretainedValue()
  let bytes = unsafe UnsafeRawBufferPointer(
    start: piece, count: piece == nil ? 0 : pieceSize.pointee)
  let result = unsafe bytes.withMemoryRebound(to: UInt8.self) { piece in
    unsafe progress.proceed(handle, methodWord: String(cString: method), piece: piece)
  }
  if result == .YES { unsafe pieceSize.pointee = 0 }
  return result
}

func requestCompleted(
  _ context: UnsafeMutableRawPointer?, _: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let server = unsafe server(context), let slot = unsafe slot,
    let pointer = unsafe slot.pointee
  else { return }
  unsafe slot.pointee = nil
  let progress = unsafe Unmanaged<RequestInProgress>.fromOpaque(pointer).takeRetainedValue()
  progress.finish(wasAnswered: woodshed_is_answered(code))
  server.requestEnded()
}

private func server(_ context: UnsafeMutableRawPointer?) -> SocketServer? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<SocketServer>.fromOpaque(context).takeUnretainedValue()
}

extension IPAddress {
  /// The address in a socket address of either family.
  fileprivate init?(_ address: UnsafePointer<sockaddr>?) {
    guard let address = unsafe address else { return nil }
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      let four = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
      self.init(v4: UInt32(bigEndian: four.sin_addr.s_addr))
    case AF_INET6:
      var six = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr
      self.init(v6: unsafe withUnsafeBytes(of: &six) { unsafe Array($0) })
    default: return nil
    }
  }
}
