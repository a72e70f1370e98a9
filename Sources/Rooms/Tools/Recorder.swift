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
    fileprivate(set) var inputs: [Input] = []

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
    _ tools: inout Tools.State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .mainTapped:
      return
        tools.recorder.isRecording ? stop(&tools, at: room.milliseconds) : begin(&tools, &room)
    case .stopTapped: return stop(&tools, at: room.milliseconds) + [.focus(startID)]
    case .pauseTapped:
      switch tools.recorder.stage {
      case .recording: return tools.ear.woken + [.pauseRecording]
      case .paused: return tools.ear.woken + [.goOnRecording]
      default: return []
      }
    case .told(let event): return hear(event, &tools, room)
    case .takenBack(let id):
      guard let take = room.data[id].map({ Take($0) }) else { return [] }
      return [
        .keep("Remove “\(take.name)”", take.trashing, saying: "“\(take.name)” is in the bin.")
      ]
    case .lockChanged(true): tools.recorder.hasLock = true
    case .lockChanged: return loseLock(&tools)
    case .takenOver where !tools.recorder.isRecording:
      return begin(&tools, &room, isStealing: true) + [.focus(startID)]
    case .takenOver: break
    case .dismissed:
      tools.recorder.isElsewhere = false
      return [.focus(startID)]
    case .markTapped: return mark(tools, &room)
    case .wayRemembered(let text):
      guard let tenths = text.flatMap({ Int($0) }), ways.contains(Double(tenths) / 10)
      else { break }
      tools.recorder.way = Double(tenths) / 10
    case .wayMeasured(let more):
      // What was known of the way was taken out when the click was recorded.
      return setWay(tools.recorder.way + more, &tools)
    case .wayForgotten: return setWay(0, &tools)
    case .opened:
      tools.recorder.isSheetOpen = true
      return [.inputs { .recorder(.inputsFound($0)) }]
    case .closed: tools.recorder.isSheetOpen = false
    case .inputsFound(let inputs): tools.recorder.inputs = inputs
    case .inputRemembered(let id): tools.ear.choose(id ?? "")
    case .inputChosen(let id):
      tools.ear.choose(id)
      let remembered = Effect<Tools.Message>.save(id, under: inputKey)
      // What is being recorded goes on with the microphone that it has.
      guard tools.ear.isListening, !tools.recorder.isRecording else { return [remembered] }
      return [remembered] + tools.ear.reopen(TunerPanel.request(tools))
    }
    return []
  }

  // MARK: - Beginning and ending

  private static func begin(
    _ tools: inout Tools.State, _ room: inout RoomContext, isStealing: Bool = false
  ) -> [Effect<Tools.Message>] {
    guard room.isWritable else {
      return [.toast("Nothing is recorded: this device cannot keep it now.")]
    }
    let take = Take(
      room.newRow(),
      named: TakeFiles.title(at: room.milliseconds, zoneMinutes: room.zoneMinutes),
      day: room.day, began: room.milliseconds, sampleRate: 48_000)
    var recorder = State()
    (recorder.stage, recorder.take, recorder.space) = (.opening, take, room.space)
    recorder.isSheetOpen = tools.recorder.isSheetOpen
    (recorder.inputs, recorder.way) = (tools.recorder.inputs, tools.recorder.way)
    tools.recorder = recorder
    let woken = tools.ear.woken
    return woken + tools.ear.begin(TunerPanel.request(tools), for: .recorder) + [
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
  private static func loseLock(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.recorder.isRecording else { return [] }
    let hadLock = tools.recorder.hasLock
    tools.recorder.isElsewhere = !hadLock
    return stop(&tools)
      + (hadLock ? [.toast("Recording ended here: another tab is recording now.")] : [])
  }

  private static func setWay(_ way: Double, _ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard way.isFinite, ways.contains(way) else {
      return [.toast("No way through a room and its devices takes so long. Nothing was changed.")]
    }
    let tenths = Int((way * 10).rounded())
    tools.recorder.way = Double(tenths) / 10
    return [
      tenths == 0 ? .erase(wayKey) : .save("\(tenths)", under: wayKey),
      .toast(
        tenths == 0
          ? "The way through loudspeaker and microphone counts as none."
          : "From the next take on, \(Figures.tenths(tools.recorder.way)) ms are taken out."),
    ]
  }

  /// A take that is stopped sooner than this, before it was shown as recording, is discarded; in milliseconds.
  private static let secondThought: Int64 = 500

  /// Ends the take; `moment` is the time of the tap, if a person ended it.
  static func stop(
    _ tools: inout Tools.State, at moment: Int64? = nil
  ) -> [Effect<Tools.Message>] {
    switch tools.recorder.stage {
    case .idle, .ending: return []
    case .opening where tools.ear.isAsking:
      // Nobody hears yet, and no file is open.
      return letGo(&tools)
    case .opening, .recording, .paused:
      if tools.recorder.stage == .opening, let moment, let take = tools.recorder.take {
        tools.recorder.isTakenBack = (0..<secondThought).contains(moment - take.began)
      }
      tools.recorder.stage = .ending
      return [.endRecording]
    }
  }

  /// Ends all that was begun for the take; a microphone that somebody else needs stays open.
  private static func letGo(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    rest(&tools) + tools.ear.end(for: .recorder)
  }

  private static func rest(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    var recorder = State()
    (recorder.isSheetOpen, recorder.isElsewhere) = (
      tools.recorder.isSheetOpen, tools.recorder.isElsewhere
    )
    (recorder.inputs, recorder.way) = (tools.recorder.inputs, tools.recorder.way)
    tools.recorder = recorder
    return [.stop(name), .stop(lockName)]
  }

  /// The microphone cannot be had: what waits for it waits no longer.
  static func followEar(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.recorder.stage == .opening, !tools.ear.isListening, let trouble = tools.ear.trouble
    else { return [] }
    return rest(&tools) + [.toast("Nothing was recorded. \(trouble.words)")]
  }

  // MARK: - What is told

  private static func hear(
    _ event: RecordEvent, _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    guard var take = tools.recorder.take else { return [] }
    if tools.ear.sampleRate > 0 { take.sampleRate = tools.ear.sampleRate }
    (take.frames, take.clipped) = (event.frames, event.clipped)
    tools.recorder.take = take
    tools.recorder.peak = event.peak
    tools.recorder.loudest = max(tools.recorder.loudest, event.peak)
    tools.recorder.missed = event.missed
    // A pause is left out: what clicks on meanwhile has another place in the take from then on.
    if tools.recorder.stage == .paused, event.stage == .recording {
      tools.recorder.hasChangedClick = true
    }
    followClick(&tools, from: event.began)
    switch event.stage {
    case .recording, .paused:
      if tools.recorder.stage != .ending {
        tools.recorder.stage = event.stage == .paused ? .paused : .recording
      }
      return []
    case .ended, .failed: return end(take, event, &tools, room)
    }
  }

  private static func end(
    _ take: Take, _ event: RecordEvent, _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    var take = take
    take.state = .recorded
    if !tools.recorder.hasChangedClick { take.click = tools.recorder.click?.text ?? "" }
    let space = tools.recorder.space
    let isElsewhere = tools.recorder.isElsewhere
    let isTakenBack = tools.recorder.isTakenBack && event.stage == .ended
    let ended = letGo(&tools)
    guard event.frames > 0, !isTakenBack, !isElsewhere else {
      let text = isTakenBack ? "Nothing was recorded." : words(for: event, take)
      return ended + [.eraseTakeFiles([TakeFiles.recording(take.id)], of: space)]
        + (isElsewhere ? [] : [.toast(text)])
    }
    return ended + [
      .keep("Record “\(take.name)”", take.edits(from: nil, zoneMinutes: room.zoneMinutes)),
      .toast(words(for: event, take), undo: .recorder(.takenBack(take.id))),
    ]
  }

  /// Remembers what clicks beside it, as long as that goes on as it began.
  private static func followClick(_ tools: inout Tools.State, from moment: Double) {
    guard moment > 0 else { return }
    if MetronomePanel.hasChanged(tools) { tools.recorder.hasChangedClick = true }
    if let click = MetronomePanel.click(tools, from: moment, rate: tools.ear.sampleRate) {
      tools.recorder.click = click
    }
  }

  private static func words(for event: RecordEvent, _ take: Take) -> String {
    let length = Clock.text(seconds: take.seconds)
    let gaps = gaps(in: event, rate: take.sampleRate)
    if event.stage == .ended {
      return event.frames == 0
        ? "Nothing was recorded." : "“\(take.name)” is kept: \(length).\(gaps)"
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
    _ tools: Tools.State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard tools.recorder.stage == .recording, let take = tools.recorder.take else { return [] }
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
