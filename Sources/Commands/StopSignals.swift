import Glibc
import Platform

/// The signals that ask the program to stop: Ctrl-C, and the one a service manager sends.
enum StopSignals {
  /// Blocks them; call it before starting any thread, so that all threads inherit this.
  static func hold() {
    var signals = set
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    // Writing to a closed connection is an ordinary error here, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Waits for one of them.
  static func wait() {
    var signals = set
    var received: Int32 = 0
    unsafe sigwait(&signals, &received)
  }

  /// From now on, another one ends the program at once.
  static func endAtNext() {
    _ = Thread {
      wait()
      _exit(ExitCode.failed.rawValue)
    }
  }

  private static var set: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM] { unsafe sigaddset(&signals, signal) }
    return signals
  }
}
