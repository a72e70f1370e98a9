import Program
import RoomKit
import Sound

/// The microphone, as the page knows it: how it stands, and what was heard last.
public struct Ear: Equatable, Sendable {
  private(set) var microphone: MicrophoneState?
  private var isOpening = false
  /// Whether the browser goes on to make the sound clear for speech.
  private(set) var isBent = false
  private(set) var sampleRate = 0
  /// The share of its time that the listener works.
  private(set) var load: Double?
  private(set) var lostSamples = 0
  /// Whether a microphone has come or gone since listening began.
  private(set) var hasOtherDevices = false
  /// What was heard last, and the last that had a pitch.
  private(set) var frame: PitchTracker.Frame?
  private(set) var pitch: PitchTracker.Pitch?
  /// How it listens.
  private(set) var request = ListenRequest()
  /// The microphone that was chosen; none for the system's own.
  private(set) var input = ""
  /// Everything that uses the microphone.
  private var holders: [Holder] = []

  /// What can use the microphone. It stays open until the last of them is done.
  enum Holder {
    /// A person, who sees that it is open.
    case tuner
    /// A drone that follows what is played, wherever the person is.
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

  /// Whether it is open and hears nothing for now.
  var isAsleep: Bool { microphone == .suspended || microphone == .interrupted }

  /// Whether it is open for one of those who use it.
  func isHeld(by holder: Holder) -> Bool { isListening && holders.contains(holder) }

  /// Whether a person is being asked for the microphone.
  var isAsking: Bool { isOpening }
}

// MARK: - Orders

extension Ear {
  /// Opens the microphone that was chosen, or listens along; this is a tap.
  mutating func begin(
    _ request: ListenRequest, for holder: Holder
  ) -> [Effect<Tools.Message>] {
    if !isListening { holders = [] }
    if !holders.contains(holder) { holders.append(holder) }
    return open(request)
  }

  /// Lets go of it for one of those who have it open, and closes it after the last.
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

  /// Opens another microphone from the next time on.
  mutating func choose(_ input: String) { self.input = input }

  /// Listens otherwise from now on, if it listens.
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

  /// Wakes it, where it is asleep; this is a tap.
  var woken: [Effect<Tools.Message>] { isAsleep ? [.wakeListening] : [] }

  /// Opens it anew, for the same.
  mutating func reopen(_ request: ListenRequest) -> [Effect<Tools.Message>] {
    close() + open(request)
  }

  /// The way back from what keeps the microphone away.
  mutating func wake() -> [Effect<Tools.Message>] {
    if holders.isEmpty { holders = [.tuner] }
    if case .running = microphone, hasOtherDevices { return reopen(request) }
    return isListening ? [.wakeListening] : open(request)
  }
}

// MARK: - News

extension Ear {
  /// Takes in what the listener tells; answers the frames that it heard.
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
  /// What keeps the microphone away, and the way back.
  var trouble: (words: String, way: String)? {
    switch microphone {
    case .suspended: ("The browser has put listening to sleep. Nothing is lost.", "Go on")
    case .interrupted:
      ("A call or another app has taken the microphone. It goes on when that is over.", "Go on")
    case .refused:
      (
        "The microphone is not allowed here. Allow it in the browser's settings for this address, "
          + "then try again. Everything else works without it.", "Try again"
      )
    case .missing:
      ("There is no microphone. Connect one, then try again.", "Try again")
    case .busy:
      ("Another app holds the microphone. Close it there, then try again.", "Try again")
    case .lost:
      ("The microphone was taken away. Connect it or choose another, then try again.", "Try again")
    case .insecure:
      (
        "A browser opens the microphone only over https, or on the machine that runs Woodshed. Open "
          + "it in one of these ways.", "Try again"
      )
    case .failed(let reason):
      ("Listening could not be started (\(reason)). What you keep is safe.", "Try again")
    case .running(let name) where hasOtherDevices:
      (
        "A microphone was connected or disconnected. Listening continues with "
          + (name.isEmpty ? "the one it has" : "“\(name)”") + "; to choose another, begin again.",
        "Begin again"
      )
    default: nil
    }
  }
}
