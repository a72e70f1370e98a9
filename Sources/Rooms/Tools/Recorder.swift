import Domain
public import Ledger
public import Program
import RoomKit
import Sound

/// The recorder: one tap from anywhere, alongside everything else that sounds and listens.
///
/// It writes to its file as it records. The take's row is saved at the end, as one step of undo; if the app ends
/// before that, the file is found at the next start and the row is created from it.
public enum Recorder {
  public struct State: Equatable, Sendable {
    fileprivate(set) var stage = Stage.idle
    /// The take in progress, and the space it belongs to.
    fileprivate(set) var take: Take?
    fileprivate(set) var space = ""
    /// The current and the highest peak; 1 is full scale.
    fileprivate(set) var peak = 0.0
    fileprivate(set) var loudest = 0.0
    /// The number of samples that were missed because this device was too busy.
    fileprivate(set) var missed: Int64 = 0
    /// The speaker-to-microphone delay of this device in milliseconds, as far as known.
    fileprivate(set) var way = 0.0
    /// The click track of the take, unless it changed.
    fileprivate var click: TakeClick?
    fileprivate var hasChangedClick = false
    var isSheetOpen = false
    /// Whether another tab was recording when this one tried to start.
    var isElsewhere = false
    /// Whether this tab holds the recording lock.
    fileprivate(set) var hasLock = false
    /// Whether it was stopped right after starting, so that nothing is saved.
    fileprivate var isTakenBack = false
    /// Whether it is the crow of a reed, which stops automatically.
    fileprivate var isCrow = false
    fileprivate(set) var inputs: [Input] = []
    /// What is being practised when a take starts.
    fileprivate var piece: RowID?
    fileprivate var section: RowID?

    /// Says what is being practised, for the takes that start from now on.
    public mutating func practise(_ piece: RowID?, _ section: RowID?) {
      (self.piece, self.section) = (piece, section)
    }

    /// Starts a take; what is known of the device stays.
    fileprivate mutating func begin(_ take: Take, in space: String) {
      let was = self
      self = State()
      (stage, self.take, self.space) = (.opening, take, space)
      (isSheetOpen, inputs, way) = (was.isSheetOpen, was.inputs, was.way)
    }

    /// Recording has ended.
    fileprivate mutating func rest() {
      let was = self
      self = State()
      (isSheetOpen, isElsewhere) = (was.isSheetOpen, was.isElsewhere)
      (inputs, way) = (was.inputs, was.way)
    }

    /// Whether something is being recorded, or about to be.
    public var isRecording: Bool { stage != .idle }
    /// The length so far.
    var seconds: Double { take?.seconds ?? 0 }
    /// The number of clipped samples.
    var clipped: Int64 { take?.clipped ?? 0 }
  }

  enum Stage: Equatable, Sendable {
    case idle, opening, recording, paused, ending
  }

  public enum Message: Equatable, Sendable {
    /// The record button or key: starts a take, or stops it.
    case mainTapped
    /// Stop in the dock, which then disappears.
    case stopTapped
    case pauseTapped
    /// Records the crow of a reed, and stops automatically.
    case crowWanted(RowID, named: String)
    case told(RecordEvent)
    case takenBack(RowID)
    /// One tab of the browser records at a time.
    case lockChanged(Bool)
    case takenOver
    /// Ends and saves the take of another tab.
    case elsewhereStopped
    case dismissed
    case markTapped
    case wayRemembered(String?)
    case wayMeasured(Double)
    case wayForgotten
    case opened
    case closed
    case inputsFound([Input])
    case inputRemembered(String?)
    case inputChosen(String)
  }

  static let name = "recording"
  private static let lockName = "recording lock"
  /// The button that starts a take.
  static let startID = "record"
  private static let inputKey = "woodshed.input"
  private static let wayKey = "woodshed.way"
  /// The range of speaker-to-microphone delays, in milliseconds.
  private static let ways = -50.0...1_000.0

  static func start() -> [Effect<Tools.Message>] {
    [
      .load(inputKey) { .recorder(.inputRemembered($0)) },
      .load(wayKey) { .recorder(.wayRemembered($0)) },
    ]
  }

  static func update(
    _ recorder: inout State, _ bench: inout Bench, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .mainTapped:
      return
        recorder.isRecording
        ? stop(&recorder, &bench, at: room.milliseconds) : begin(&recorder, &bench, &room)
    case .stopTapped: return stop(&recorder, &bench, at: room.milliseconds) + [.focus(startID)]
    case .pauseTapped:
      switch recorder.stage {
      case .recording: return bench.ear.woken + [.pauseRecording]
      case .paused: return bench.ear.woken + [.goOnRecording]
      default: return []
      }
    case .crowWanted(let reed, let name):
      guard !recorder.isRecording else { return [] }
      recorder.practise(nil, nil)
      let effects = begin(&recorder, &bench, &room)
      recorder.take?.reed = reed
      recorder.take?.name = name
      recorder.isCrow = true
      return effects
    case .told(let event): return hear(event, &recorder, &bench, room)
    case .takenBack(let id):
      guard let take = room.data[id].map({ Take($0) }) else { return [] }
      return [
        .keep("Delete “\(take.name)”", take.trashing, saying: "“\(take.name)” is in the trash.")
      ]
    case .lockChanged(true):
      // Taken from another tab only to end its take.
      guard recorder.isRecording else { return [.stop(lockName)] }
      recorder.hasLock = true
    case .lockChanged: return loseLock(&recorder, &bench)
    case .takenOver where !recorder.isRecording:
      return begin(&recorder, &bench, &room, isStealing: true) + [.focus(startID)]
    case .takenOver: break
    case .elsewhereStopped: return recorder.isRecording ? [] : [holdLock(isStealing: true)]
    case .dismissed:
      recorder.isElsewhere = false
      return [.focus(startID)]
    case .markTapped: return mark(recorder, &room)
    case .wayRemembered(let text):
      guard let tenths = text.flatMap({ Int($0) }), ways.contains(Double(tenths) / 10)
      else { break }
      recorder.way = Double(tenths) / 10
    case .wayMeasured(let more):
      // The known delay was already subtracted when the click was recorded.
      return setWay(recorder.way + more, &recorder)
    case .wayForgotten: return setWay(0, &recorder)
    case .opened:
      recorder.isSheetOpen = true
      return [.inputs { .recorder(.inputsFound($0)) }]
    case .closed: recorder.isSheetOpen = false
    case .inputsFound(let inputs): recorder.inputs = inputs
    case .inputRemembered(let id): bench.ear.choose(id ?? "")
    case .inputChosen(let id):
      bench.ear.choose(id)
      let remembered = Effect<Tools.Message>.save(id, under: inputKey)
      // A recording in progress keeps its microphone.
      guard bench.ear.isListening, !recorder.isRecording else { return [remembered] }
      return [remembered] + bench.ear.reopen(bench.request)
    }
    return []
  }

  // MARK: - Starting and stopping

  private static func begin(
    _ recorder: inout State, _ bench: inout Bench, _ room: inout RoomContext,
    isStealing: Bool = false
  ) -> [Effect<Tools.Message>] {
    guard room.isWritable else {
      return [.toast("Can’t record: this device can’t save right now.")]
    }
    var take = Take(
      room.newRow(), named: TakeFiles.title(of: recorder.piece, in: room.data), day: room.day,
      began: room.milliseconds, sampleRate: 48_000)
    (take.piece, take.section) = (recorder.piece, recorder.section)
    recorder.begin(take, in: room.space)
    let woken = bench.ear.woken
    return woken + bench.ear.begin(bench.request, for: .recorder) + [
      .record(
        room.space, TakeFiles.recording(take.id),
        RecordRequest(.bits16, seed: UInt32(truncatingIfNeeded: room.random.next())).message,
        as: name
      ) { .recorder(.told($0)) },
      holdLock(isStealing: isStealing),
    ]
  }

  private static func holdLock(isStealing: Bool) -> Effect<Tools.Message> {
    .holdLock("woodshed recording", isStealing: isStealing, isWaiting: false, as: lockName) {
      .recorder(.lockChanged($0))
    }
  }

  /// Another tab has the lock: either it records and nothing starts here, or it took over and the take ends.
  private static func loseLock(
    _ recorder: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard recorder.isRecording else { return [] }
    let hadLock = recorder.hasLock
    recorder.isElsewhere = !hadLock
    return stop(&recorder, &bench)
      + (hadLock ? [.toast("Recording stopped from another tab.")] : [])
  }

  private static func setWay(_ way: Double, _ recorder: inout State) -> [Effect<Tools.Message>] {
    guard way.isFinite, ways.contains(way) else {
      return [.toast("That delay is too long to be real. Nothing was changed.")]
    }
    let tenths = Int((way * 10).rounded())
    recorder.way = Double(tenths) / 10
    return [
      tenths == 0 ? .erase(wayKey) : .save("\(tenths)", under: wayKey),
      .toast(
        tenths == 0
          ? "Speaker-to-microphone delay reset."
          : "The next takes will be corrected by \(Figures.tenths(recorder.way)) ms."),
    ]
  }

  /// The length of a recorded crow.
  private static let crowSeconds = 5.0

  /// A take that is stopped sooner than this, before it was shown as recording, is discarded; in milliseconds.
  private static let secondThought: Int64 = 500

  /// Stops the take; `moment` is the time of the tap, if it was one.
  static func stop(
    _ recorder: inout State, _ bench: inout Bench, at moment: Int64? = nil
  ) -> [Effect<Tools.Message>] {
    switch recorder.stage {
    case .idle, .ending: return []
    case .opening where bench.ear.isAsking:
      // Nothing is heard yet, and no file is open.
      return letGo(&recorder, &bench) + [.toast(nothing)]
    case .opening, .recording, .paused:
      if recorder.stage == .opening, let moment, let take = recorder.take {
        recorder.isTakenBack = (0..<secondThought).contains(moment - take.began)
      }
      recorder.stage = .ending
      return [.endRecording]
    }
  }

  /// Releases what the take used; a microphone with other holders stays open.
  private static func letGo(
    _ recorder: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    rest(&recorder) + bench.ear.end(for: .recorder)
  }

  private static func rest(_ recorder: inout State) -> [Effect<Tools.Message>] {
    recorder.rest()
    return [.stop(name), .stop(lockName)]
  }

  /// Gives up waiting for a microphone that is not available.
  static func followEar(_ recorder: inout State, _ bench: Bench) -> [Effect<Tools.Message>] {
    guard recorder.stage == .opening, !bench.ear.isListening, let trouble = bench.ear.trouble
    else { return [] }
    return rest(&recorder) + [.toast("Nothing was recorded. \(trouble.words)")]
  }

  // MARK: - Events

  private static func hear(
    _ event: RecordEvent, _ recorder: inout State, _ bench: inout Bench, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    guard var take = recorder.take else { return [] }
    if bench.ear.sampleRate > 0 { take.sampleRate = bench.ear.sampleRate }
    (take.frames, take.clipped) = (event.frames, event.clipped)
    recorder.take = take
    recorder.peak = event.peak
    recorder.loudest = max(recorder.loudest, event.peak)
    recorder.missed = event.missed
    // A pause is not recorded, so a click that keeps running is shifted in the take from then on.
    if recorder.stage == .paused, event.stage == .recording {
      recorder.hasChangedClick = true
    }
    switch event.stage {
    case .recording, .paused:
      if recorder.stage != .ending {
        recorder.stage = event.stage == .paused ? .paused : .recording
      }
      return recorder.isCrow && take.seconds >= crowSeconds ? stop(&recorder, &bench) : []
    case .ended, .failed: return end(take, event, &recorder, &bench, room)
    }
  }

  private static func end(
    _ take: Take, _ event: RecordEvent, _ recorder: inout State, _ bench: inout Bench,
    _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    var take = take
    take.state = .recorded
    if !recorder.hasChangedClick { take.click = recorder.click?.text ?? "" }
    let space = recorder.space
    let isElsewhere = recorder.isElsewhere
    let isTakenBack = recorder.isTakenBack && event.stage == .ended
    let ended = letGo(&recorder, &bench)
    guard event.frames > 0, !isTakenBack, !isElsewhere else {
      let text = isTakenBack ? nothing : words(for: event, take)
      return ended + [.eraseTakeFiles([TakeFiles.recording(take.id)], of: space)]
        + (isElsewhere ? [] : [.toast(text)])
    }
    return ended + [
      .keep("Record “\(take.name)”", take.edits(from: nil, zoneMinutes: room.zoneMinutes)),
      .toast(
        words(for: event, take), undo: .recorder(.takenBack(take.id)), playing: take.id),
    ]
  }

  /// Remembers the click track, as long as it does not change.
  static func follow(_ click: TakeClick?, hasChanged: Bool, _ recorder: inout State) {
    guard recorder.take != nil else { return }
    if hasChanged { recorder.hasChangedClick = true }
    if let click { recorder.click = click }
  }

  private static let nothing = "Nothing was recorded."

  private static func words(for event: RecordEvent, _ take: Take) -> String {
    let length = ClockText.text(seconds: take.seconds)
    let gaps = gaps(in: event, rate: take.sampleRate)
    if event.stage == .ended {
      return event.frames == 0
        ? nothing : "Saved “\(take.name)” (\(length)).\(gaps)"
    }
    let safe = event.frames == 0 ? "Nothing was recorded" : "\(length) is saved"
    return "\(reason(for: event, safe))\(gaps)"
  }

  /// How much of a take is silent because this device could not keep up.
  private static func gaps(in event: RecordEvent, rate: Int) -> String {
    guard event.missed > 0, event.frames > 0, rate > 0 else { return "" }
    let tenths = (event.missed * 10 + Int64(rate) - 1) / Int64(rate)
    return " \(tenths / 10).\(tenths % 10) s is silent: this device was too busy."
  }

  private static func reason(for event: RecordEvent, _ safe: String) -> String {
    switch event.failure {
    case "QuotaExceededError":
      "Recording stopped: this device is full. \(safe). Free up space in Takes or on the device."
    case "lost":
      "Recording stopped: the microphone was disconnected. \(safe)."
    default:
      "Recording stopped: its file could not be written (\(event.failure)). \(safe)."
    }
  }

  /// Marks the current place in the recording.
  private static func mark(
    _ recorder: State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard recorder.stage == .recording, let take = recorder.take else { return [] }
    let marker = Marker(room.newRow(), in: take.id, at: take.frames, "")
    return [
      .keep(
        "Mark a place", marker.edits(from: nil),
        saying: "Marked at \(ClockText.tenths(seconds: take.seconds)).")
    ]
  }

  // MARK: - In words

  /// Advice about the level; `nil` if it is fine.
  static func advice(_ recorder: State) -> String? {
    if recorder.clipped > 0 {
      return "Too loud: the sound is clipping. Step back or turn the microphone down."
    }
    if recorder.missed > 0 {
      return "Some sound is missing: this device was too busy. Close other apps."
    }
    guard recorder.stage == .recording, recorder.seconds > 5 else { return nil }
    if recorder.loudest < 0.001 {
      return "No sound. Is this the right microphone?"
    }
    if recorder.loudest < 0.05 { return "Very soft. Move closer or turn the microphone up." }
    return nil
  }
}
