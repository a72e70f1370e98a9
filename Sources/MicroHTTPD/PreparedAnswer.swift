import CMicroHTTPD
import Glibc
import HTTP

/// A response in the library's form; it is reference-counted and may be sent many times.
@safe final class PreparedAnswer: Sendable {
  private nonisolated(unsafe) let handle: OpaquePointer

  /// Prepares `response`; `nil` if one of its headers cannot be sent.
  init?(_ response: Response) {
    guard let handle = unsafe Self.create(response.body) else { return nil }
    unsafe self.handle = handle
    for field in response.headers.fields {
      // The library refuses a value with a line break.
      guard unsafe MHD_add_response_header(handle, field.name, field.value) == .YES else {
        return nil
      }
    }
  }

  deinit { unsafe MHD_destroy_response(handle) }

  @unsafe private static func create(_ body: Body) -> OpaquePointer? {
    if let file = body.file {
      // The library closes the descriptor it is given, possibly after the part is gone.
      let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return nil }
      let handle = unsafe MHD_create_response_from_fd_at_offset64(
        UInt64(file.count), descriptor, UInt64(file.offset))
      if unsafe handle == nil { close(descriptor) }
      return unsafe handle
    }
    let (buffer, owner) = unsafe body.lasting
    let kept = unsafe Unmanaged.passRetained(owner)
    let address = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
    let handle = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
      buffer.count, address, releaseBody, kept.toOpaque())
    if unsafe handle == nil { unsafe kept.release() }
    return unsafe handle
  }

  /// The prepared form of `response`: cached in its seal, or created if it has none.
  static func form(of response: Response) -> PreparedAnswer? {
    guard let seal = response.seal else { return PreparedAnswer(response) }
    if let known = seal.form?.value as? PreparedAnswer { return known }
    guard let made = PreparedAnswer(response) else { return nil }
    seal.keep(Response.Seal.Form(made))
    return made
  }

  /// Passes the answer to the library, which sends it after the callback returns.
  func queue(_ status: Status, on connection: OpaquePointer) -> MHD_Result {
    unsafe MHD_queue_response(connection, UInt32(status.code), handle)
  }
}

private func releaseBody(_ owner: UnsafeMutableRawPointer?) {
  guard let owner = unsafe owner else { return }
  unsafe Unmanaged<AnyObject>.fromOpaque(owner).release()
}
