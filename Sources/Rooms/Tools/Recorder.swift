import Domain
public import Ledger
public import Program
import RoomKit
import Sound

/// The recorder: one tap from anywhere, beside whatever else sounds and listens.
///
/// What it writes is in its file at once. The take's row is kept at the end, as one step of undo; where that end
/// never comes, the file is found at the next start, and the row is made from it.
public enum Recorder {
  public struct State: Equatable, Sendable {
    fileprivate(set) var stage = Stage.idle
    /// The take that is being recorded, and the space it belongs to.
    fileprivate(set) var take: Take?
    fileprivate(set) var space = ""
    /// How loud it is now and was at most, 1 being as loud as can be.
    fileprivate(set) var peak = 0.0
    fileprivate(set) var loudest = 0.0
    /// How many samples this device was too busy to take.
    fileprivate(set) var missed: Int64 = 0
    /// How long a sound takes through this device's loudspeaker and microphone, in milliseconds, as far as known.
    fileprivate(set) var way = 0.0
    /// What clicks beside it, unless that went on otherwise.
    fileprivate var click: TakeClick?
    fileprivate var hasChangedClick = false
    var isSheetOpen = false
    /// Whether another tab was recording when this one was to begin.
    fileprivate(set) var isElsewhere = false
    /// Whether no other tab records.
    fileprivate var hasLock = false
    /// Whether a person stopped it right after starting it, so that nothing is kept.
    fileprivate var isTakenBack = false
    /// Whether it is the crow of a reed, which ends by itself.
    fileprivate var isCrow = false
    fileprivate(set) var inputs: [Input] = []

    /// A take begins; what is known of the device stays.
    fileprivate mutating func begin(_ take: Take, in space: String) {
      let was = self
      self = State()
      (stage, self.take, self.space) = (.opening, take, space)
      (isSheetOpen, inputs, way) = (was.isSheetOpen, was.inputs, was.way)
    }

    /// Nothing is recorded any more.
    fileprivate mutating func rest() {
      let was = self
      self = State()
      (isSheetOpen, isElsewhere) = (was.isSheetOpen, was.isElsewhere)
      (inputs, way) = (was.inputs, was.way)
    }

    /// Whether something is being recorded, or about to be.
    public var isRecording: Bool { stage != .idle }
    /// How far it is.
    var seconds: Double { take?.seconds ?? 0 }
    /// How many samples were too loud.
    var clipped: Int64 { take?.clipped ?? 0 }
  }

  enum Stage: Equatable, Sendable {
    case idle, opening, recording, paused, ending
  }

  public enum Message: Equatable, Sendable {
    /// The key: it begins a take, and ends it.
    case mainTapped
    /// Stop in the bar, which goes with it.
    case stopTapped
    case pauseTapped
    /// The crow of a reed is recorded, and ends by itself.
    case crowWanted(RowID, named: String)
    case told(RecordEvent)
    case takenBack(RowID)
    /// One tab of the browser records at a time.
    case lockChanged(Bool)
    case takenOver
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
  /// The button that begins a take.
  static let startID = "record"
  private static let inputKey = "woodshed.input"
  private static let wayKey = "woodshed.way"
  /// What can be the way of a sound through devices, in milliseconds.
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
      let effects = begin(&recorder, &bench, &room)
      recorder.take?.reed = reed
      recorder.take?.name = name
      recorder.isCrow = true
      return effects
    case .told(let event): return hear(event, &recorder, &bench, room)
    case .takenBack(let id):
      guard let take = room.data[id].map({ Take($0) }) else { return [] }
      return [
        .keep("Remove “\(take.name)”", take.trashing, saying: "“\(take.name)” is in the bin.")
      ]
    case .lockChanged(true): recorder.hasLock = true
    case .lockChanged: return loseLock(&recorder, &bench)
    case .takenOver where !recorder.isRecording:
      return begin(&recorder, &bench, &room, isStealing: true) + [.focus(startID)]
    case .takenOver: break
    case .dismissed:
      recorder.isElsewhere = false
      return [.focus(startID)]
    case .markTapped: return mark(recorder, &room)
    case .wayRemembered(let text):
      guard let tenths = text.flatMap({ Int($0) }), ways.contains(Double(tenths) / 10)
      else { break }
      recorder.way = Double(tenths) / 10
    case .wayMeasured(let more):
      // What was known of the way was taken out when the click was recorded.
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
      // What is being recorded goes on with the microphone that it has.
      guard bench.ear.isListening, !recorder.isRecording else { return [remembered] }
      return [remembered] + bench.ear.reopen(bench.request)
    }
    return []
  }

  // MARK: - Beginning and ending

  private static func begin(
    _ recorder: inout State, _ bench: inout Bench, _ room: inout RoomContext,
    isStealing: Bool = false
  ) -> [Effect<Tools.Message>] {
    guard room.isWritable else {
      return [.toast("Nothing is recorded: this device cannot keep it now.")]
    }
    let take = Take(
      room.newRow(),
      named: TakeFiles.title(at: room.milliseconds, zoneMinutes: room.zoneMinutes),
      day: room.day, began: room.milliseconds, sampleRate: 48_000)
    recorder.begin(take, in: room.space)
    let woken = bench.ear.woken
    return woken + bench.ear.begin(bench.request, for: .recorder) + [
      .record(
        room.space, TakeFiles.recording(take.id),
        RecordRequest(.bits16, seed: UInt32(truncatingIfNeeded: room.random.next())).message,
        as: name
      ) { .recorder(.told($0)) },
      .holdLock("woodshed recording", isStealing: isStealing, isWaiting: false, as: lockName) {
        .recorder(.lockChanged($0))
      },
    ]
  }

  /// Another tab records: it did before, and nothing begins here; or it took over, and the take ends.
  private static func loseLock(
    _ recorder: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard recorder.isRecording else { return [] }
    let hadLock = recorder.hasLock
    recorder.isElsewhere = !hadLock
    return stop(&recorder, &bench)
      + (hadLock ? [.toast("Recording ended here: another tab is recording now.")] : [])
  }

  private static func setWay(_ way: Double, _ recorder: inout State) -> [Effect<Tools.Message>] {
    guard way.isFinite, ways.contains(way) else {
      return [.toast("No way through a room and its devices takes so long. Nothing was changed.")]
    }
    let tenths = Int((way * 10).rounded())
    recorder.way = Double(tenths) / 10
    return [
      tenths == 0 ? .erase(wayKey) : .save("\(tenths)", under: wayKey),
      .toast(
        tenths == 0
          ? "The way through loudspeaker and microphone counts as none."
          : "From the next take on, \(Figures.tenths(recorder.way)) ms are taken out."),
    ]
  }

  /// So much of a crow is recorded.
  private static let crowSeconds = 5.0

  /// A take that is stopped sooner than this, before it was shown as recording, is discarded; in milliseconds.
  private static let secondThought: Int64 = 500

  /// Ends the take; `moment` is the time of the tap, if a person ended it.
  static func stop(
    _ recorder: inout State, _ bench: inout Bench, at moment: Int64? = nil
  ) -> [Effect<Tools.Message>] {
    switch recorder.stage {
    case .idle, .ending: return []
    case .opening where bench.ear.isAsking:
      // Nobody hears yet, and no file is open.
      return letGo(&recorder, &bench) + [.toast(nothing)]
    case .opening, .recording, .paused:
      if recorder.stage == .opening, let moment, let take = recorder.take {
        recorder.isTakenBack = (0..<secondThought).contains(moment - take.began)
      }
      recorder.stage = .ending
      return [.endRecording]
    }
  }

  /// Ends all that was begun for the take; a microphone that somebody else needs stays open.
  private static func letGo(
    _ recorder: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    rest(&recorder) + bench.ear.end(for: .recorder)
  }

  private static func rest(_ recorder: inout State) -> [Effect<Tools.Message>] {
    recorder.rest()
    return [.stop(name), .stop(lockName)]
  }

  /// The microphone cannot be had: what waits for it waits no longer.
  static func followEar(_ recorder: inout State, _ bench: Bench) -> [Effect<Tools.Message>] {
    guard recorder.stage == .opening, !bench.ear.isListening, let trouble = bench.ear.trouble
    else { return [] }
    return rest(&recorder) + [.toast("Nothing was recorded. \(trouble.words)")]
  }

  // MARK: - What is told

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
    // A pause is left out: what clicks on meanwhile has another place in the take from then on.
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
      .toast(words(for: event, take), undo: .recorder(.takenBack(take.id))),
    ]
  }

  /// Remembers what clicks beside it, as long as that goes on as it began.
  static func follow(_ click: TakeClick?, hasChanged: Bool, _ recorder: inout State) {
    guard recorder.take != nil else { return }
    if hasChanged { recorder.hasChangedClick = true }
    if let click { recorder.click = click }
  }

  private static let nothing = "Nothing was recorded."

  private static func words(for event: RecordEvent, _ take: Take) -> String {
    let length = Clock.text(seconds: take.seconds)
    let gaps = gaps(in: event, rate: take.sampleRate)
    if event.stage == .ended {
      return event.frames == 0
        ? nothing : "“\(take.name)” is kept: \(length).\(gaps)"
    }
    let safe = event.frames == 0 ? "Nothing was recorded" : "\(length) are kept"
    return "\(reason(for: event, safe))\(gaps)"
  }

  /// How much of a take is silent because this device did not keep up.
  private static func gaps(in event: RecordEvent, rate: Int) -> String {
    guard event.missed > 0, event.frames > 0, rate > 0 else { return "" }
    let tenths = (event.missed * 10 + Int64(rate) - 1) / Int64(rate)
    return " \(tenths / 10).\(tenths % 10) s of it are silent: this device was too busy."
  }

  private static func reason(for event: RecordEvent, _ safe: String) -> String {
    switch event.failure {
    case "QuotaExceededError":
      "Recording ended: this device has no room left. \(safe). Free some room in Takes, "
        + "or on the device."
    case "lost":
      "Recording ended: the microphone was taken away. \(safe)."
    default:
      "Recording ended, as its file could not be written (\(event.failure)). \(safe)."
    }
  }

  /// Marks the place that is being recorded.
  private static func mark(
    _ recorder: State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard recorder.stage == .recording, let take = recorder.take else { return [] }
    let marker = Marker(room.newRow(), in: take.id, at: take.frames, "")
    return [
      .keep(
        "Mark a place", marker.edits(from: nil),
        saying: "Marked at \(Clock.text(seconds: take.seconds)).")
    ]
  }

  // MARK: - In words

  /// What to do about the loudness; nothing where it is well.
  static func advice(_ recorder: State) -> String? {
    if recorder.clipped > 0 {
      return "Too loud: some samples were cut off. Step back, or turn the microphone down."
    }
    if recorder.missed > 0 {
      return "A little is missing: this device was too busy. Close what else runs on it."
    }
    guard recorder.stage == .recording, recorder.seconds > 5 else { return nil }
    if recorder.loudest < 0.001 {
      return "Nothing is to be heard. Is the microphone the right one?"
    }
    if recorder.loudest < 0.05 { return "Very soft. Come nearer, or turn the microphone up." }
    return nil
  }
}
