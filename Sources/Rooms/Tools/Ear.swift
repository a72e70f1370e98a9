import Program
import RoomKit
import Sound

/// The microphone, as the page knows it: its state and the last reading.
public struct Ear: Equatable, Sendable {
  private(set) var microphone: MicrophoneState?
  private var isOpening = false
  /// Whether the browser filters the sound for speech despite the request.
  private(set) var isBent = false
  private(set) var sampleRate = 0
  /// The share of time that the listener spends working.
  private(set) var load: Double?
  private(set) var lostSamples = 0
  /// Whether a microphone was connected or disconnected since listening began.
  private(set) var hasOtherDevices = false
  /// The last frame, and the last pitch.
  private(set) var frame: PitchTracker.Frame?
  private(set) var pitch: PitchTracker.Pitch?
  /// The current request.
  private(set) var request = ListenRequest()
  /// The chosen microphone; empty for the system default.
  private(set) var input = ""
  /// Everything that uses the microphone.
  private var holders: [Holder] = []

  /// What can use the microphone. It stays open until the last of them is done.
  enum Holder {
    /// The tuner, on screen.
    case tuner
    /// A drone that follows the player, on any page.
    case drone
    case recorder
    /// The test of a reed.
    case reed
  }

  /// The name of its effect.
  private static let name = "listening"

  /// Whether the microphone is open, or about to be.
  var isListening: Bool {
    switch microphone {
    case .running, .suspended, .interrupted: true
    case nil: isOpening
    default: false
    }
  }

  /// Whether it is open but paused.
  var isAsleep: Bool { microphone == .suspended || microphone == .interrupted }

  /// Whether it is open for this holder.
  func isHeld(by holder: Holder) -> Bool { isListening && holders.contains(holder) }

  /// Whether the browser is asking for permission.
  var isAsking: Bool { isOpening }
}

// MARK: - Orders

extension Ear {
  /// Opens the chosen microphone, or joins those that use it; needs a tap.
  mutating func begin(
    _ request: ListenRequest, for holder: Holder
  ) -> [Effect<Tools.Message>] {
    if !isListening { holders = [] }
    if !holders.contains(holder) { holders.append(holder) }
    return open(request)
  }

  /// Releases it for one holder, and closes it after the last.
  mutating func end(for holder: Holder) -> [Effect<Tools.Message>] {
    guard holders.contains(holder) else { return [] }
    holders.removeAll { $0 == holder }
    return holders.isEmpty ? close() : []
  }

  private mutating func open(_ request: ListenRequest) -> [Effect<Tools.Message>] {
    guard !isListening else { return listen(request) }
    self = Ear(isOpening: true, request: request, input: input, holders: holders)
    return [.listen(request.message, input: input, as: Self.name) { .heard($0) }]
  }

  /// Uses another microphone from the next opening on.
  mutating func choose(_ input: String) { self.input = input }

  /// Changes how it listens from now on.
  mutating func listen(_ request: ListenRequest) -> [Effect<Tools.Message>] {
    guard request != self.request else { return [] }
    self.request = request
    return isListening ? [.listenOtherwise(request.message)] : []
  }

  private mutating func close() -> [Effect<Tools.Message>] {
    guard isListening else { return [] }
    self = Ear(request: request, input: input, holders: holders)
    return [.stop(Self.name)]
  }

  /// Wakes it if it is paused; needs a tap.
  var woken: [Effect<Tools.Message>] { isAsleep ? [.wakeListening] : [] }

  /// Reopens it for the same holders.
  mutating func reopen(_ request: ListenRequest) -> [Effect<Tools.Message>] {
    close() + open(request)
  }

  /// Recovers from ``trouble``.
  mutating func wake() -> [Effect<Tools.Message>] {
    if holders.isEmpty { holders = [.tuner] }
    if case .running = microphone, hasOtherDevices { return reopen(request) }
    return isListening ? [.wakeListening] : open(request)
  }
}

// MARK: - News

extension Ear {
  /// Handles an event of the listener; returns the frames it heard.
  mutating func hear(_ event: ListenEvent) -> [PitchTracker.Frame] {
    switch event {
    case .state(let microphone, let rate, let isBent):
      self.microphone = microphone
      isOpening = false
      (sampleRate, self.isBent) = (rate, isBent)
    case .heard(let numbers):
      let length = PitchTracker.Frame.messageLength
      var frames: [PitchTracker.Frame] = []
      for start in stride(from: 0, to: numbers.count - numbers.count % length, by: length) {
        guard let frame = PitchTracker.Frame(message: Array(numbers[start..<start + length]))
        else { continue }
        self.frame = frame
        pitch = frame.pitch ?? pitch
        frames.append(frame)
      }
      return frames
    case .load(let share, let lost): (load, lostSamples) = (share, lost)
    case .devicesChanged: hasOtherDevices = true
    }
    return []
  }
}

extension Ear {
  /// What is wrong with the microphone, and the button that recovers from it.
  var trouble: (words: String, way: String)? {
    switch microphone {
    case .suspended: ("The browser paused the microphone. Nothing is lost.", "Resume")
    case .interrupted:
      ("A call or another app is using the microphone. Listening resumes afterwards.", "Resume")
    case .refused:
      (
        "Microphone access is blocked. Allow it for this site in the browser’s settings, then try "
          + "again. Everything else works without it.", "Try again"
      )
    case .missing:
      ("No microphone found. Connect one, then try again.", "Try again")
    case .busy:
      ("Another app is using the microphone. Close it, then try again.", "Try again")
    case .lost:
      ("The microphone was disconnected. Reconnect it or choose another.", "Try again")
    case .insecure:
      (
        "Browsers allow the microphone only over https or on the computer that runs Woodshed. Open "
          + "Woodshed that way.", "Try again"
      )
    case .failed(let reason):
      ("The microphone could not be started (\(reason)). Your data is safe.", "Try again")
    case .running(let name) where hasOtherDevices:
      (
        "A microphone was connected or disconnected. Still listening with "
          + (name.isEmpty ? "the same one" : "“\(name)”") + ". Restart to switch.", "Restart"
      )
    default: nil
    }
  }
}
