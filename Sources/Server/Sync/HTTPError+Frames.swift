import HTTP
import Ledger

extension HTTPError {
  /// The message for an invalid frame.
  init(_ error: FrameError) {
    let words =
      switch error {
      case .notAFrame: "The body is not a frame. Send one as `\(Frame.mediaType)`."
      case .otherVersion(let version):
        "The frame has version \(version), this server reads \(Frame.version). Reload the app."
      case .otherType(let type): "The frame is of type \(type), which is unknown. Reload the app."
      case .damaged: "The frame was damaged in transit: its checksum is wrong. Send it again."
      case .malformed: "The frame is malformed. Reload the app."
      case .valueTooLarge: "A value is too large. The limit is \(Value.byteLimit) bytes."
      case .tooManyChanges:
        "The frame has too many changes. Send at most \(Push.changeLimit) at once."
      }
    self = .badFrame(words)
  }

  static func badFrame(_ words: String) -> HTTPError {
    HTTPError(.badRequest, code: "bad_frame", message: "\(words) Nothing was changed.")
  }
}
