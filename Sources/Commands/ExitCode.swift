/// How the program ended.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case failed = 1
  case wrongUsage = 2

  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "failed: the message on standard error says why"
    case .wrongUsage: "wrong usage: an option, value or command is invalid"
    }
  }
}

/// Why a command failed, in words for the user.
enum CommandError: Error, Hashable {
  case failed(String)
  case wrongUsage(String)

  var message: String {
    switch self {
    case .failed(let message), .wrongUsage(let message): message
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .failed: .failed
    case .wrongUsage: .wrongUsage
    }
  }
}
