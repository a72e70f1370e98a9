import Glibc
import MicroHTTPD
import Platform

/// The sockets of one server: one for IPv4 and, if the machine has IPv6, one for that.
struct Sockets {
  let four: ListeningSocket
  let six: ListeningSocket?

  var port: Int { four.port }
  var all: [ListeningSocket] { [four] + (six.map { [$0] } ?? []) }

  /// Binds `port` for both families; `option` is the option that chose it, for errors.
  init(port: Int, isPublic: Bool, option: String) throws(CommandError) {
    // A port that is free for IPv4 may be in use for IPv6: try again with another.
    for _ in 0..<16 {
      let four = try Self.bind(isPublic ? .everywhereV4 : .loopbackV4, port, option)
      do throws(SystemError) {
        let six = try ListeningSocket(isPublic ? .everywhereV6 : .loopbackV6, port: four.port)
        (self.four, self.six) = (four, six)
        return
      } catch {
        guard error.code == EADDRINUSE else {
          (self.four, six) = (four, nil)
          return
        }
        four.discard()
        guard port == 0 else { throw Self.taken(port, option) }
      }
    }
    throw .failed("No free port was found. Choose one with --\(option).")
  }

  private static func bind(
    _ reach: ListeningSocket.Reach, _ port: Int, _ option: String
  ) throws(CommandError) -> ListeningSocket {
    do throws(SystemError) {
      return try ListeningSocket(reach, port: port)
    } catch {
      switch error.code {
      case EADDRINUSE: throw taken(port, option)
      case EACCES:
        throw .failed("Port \(port) is not permitted; choose one above 1023 with --\(option).")
      default: throw .failed("Port \(port) cannot be used: \(error.message).")
      }
    }
  }

  private static func taken(_ port: Int, _ option: String) -> CommandError {
    .failed(
      "Port \(port) is in use by another program; choose another with --\(option), or stop that one."
    )
  }
}
