import Glibc
import Platform

/// The signals by which someone asks the program to stop: Ctrl-C, and what a service manager sends.
enum StopSignals {
  /// Keeps them from ending the program; call before any thread is started, so that all inherit it.
  static func hold() {
    var signals = set
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    // Writing to someone who has gone is an ordinary error here, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Waits for one of them.
  static func wait() {
    var signals = set
    var received: Int32 = 0
    unsafe sigwait(&signals, &received)
  }

  /// From now on, one more of them ends the program at once.
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
