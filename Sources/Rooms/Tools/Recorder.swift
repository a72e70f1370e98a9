import Domain
import Ledger
public import Program
import Sound

/// The recorder: one tap from anywhere, beside whatever else sounds and listens.
///
/// What it writes is in its file at once. The take's row is kept when the first of it is, and told its length at
/// the end; where that end never comes, the take is found again at the next start.
public enum Recorder {
  public struct State: Equatable, Sendable {
    fileprivate(set) var stage = Stage.idle
    /// The take that is being recorded, and the space it belongs to.
    fileprivate(set) var take: Take?
    fileprivate(set) var space = ""
    /// How far it is.
    fileprivate(set) var seconds = 0.0
    /// How loud it is now and was at most, 1 being as loud as can be.
    fileprivate(set) var peak = 0.0
    fileprivate(set) var loudest = 0.0
    fileprivate(set) var clipped: Int64 = 0
    /// Whether the microphone was opened for it alone.
    fileprivate(set) var hasEar = false
    /// What clicks beside it, unless that went on otherwise.
    fileprivate var click: TakeClick?
    fileprivate var hasChangedClick = false
    var isSheetOpen = false
    fileprivate(set) var inputs: [Input] = []

    /// Whether something is being recorded, or about to be.
    var isRecording: Bool { stage != .idle }
  }

  enum Stage: Equatable, Sendable {
    case idle, opening, recording, paused, ending
  }

  public enum Message: Equatable, Sendable {
    case mainTapped
    case pauseTapped
    case told(RecordEvent)
    case markTapped
    case opened
    case closed
    case inputsFound([Input])
    case inputRemembered(String?)
    case inputChosen(String)
  }

  static let name = "recording"
  private static let inputKey = "woodshed.input"

  static func start() -> [Effect<Tools.Message>] {
    [.load(inputKey) { .recorder(.inputRemembered($0)) }]
  }

  static func update(
    _ tools: inout Tools.State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .mainTapped: return tools.recorder.isRecording ? stop(&tools) : begin(&tools, room)
    case .pauseTapped:
      switch tools.recorder.stage {
      case .recording: return [.pauseRecording]
      case .paused: return [.goOnRecording]
      default: return []
      }
    case .told(let event): return hear(event, &tools, room)
    case .markTapped: return mark(tools, room)
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
      return [remembered] + tools.ear.end() + tools.ear.begin(TunerPanel.request(tools))
    }
    return []
  }

  // MARK: - Beginning and ending

  private static func begin(
    _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    guard room.isWritable else {
      return [.toast("Nothing is recorded: this device cannot keep it now.")]
    }
    let take = Take(
      room.newRow(),
      named: "Take, \(MomentText.clock(room.milliseconds, zoneMinutes: room.zoneMinutes))",
      day: room.day, began: room.milliseconds, sampleRate: 48_000)
    var recorder = State()
    (recorder.stage, recorder.take, recorder.space) = (.opening, take, room.space)
    recorder.hasEar = !tools.ear.isListening
    recorder.isSheetOpen = tools.recorder.isSheetOpen
    recorder.inputs = tools.recorder.inputs
    tools.recorder = recorder
    var random = room.random
    return tools.ear.begin(TunerPanel.request(tools)) + [
      .record(
        room.space, TakeFiles.recording(take.id),
        RecordRequest(.bits16, seed: UInt32(truncatingIfNeeded: random.next())).message, as: name
      ) { .recorder(.told($0)) }
    ]
  }

  static func stop(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    switch tools.recorder.stage {
    case .idle, .ending: return []
    case .opening:
      // Nothing was written yet: there is nothing to keep.
      return abandon(&tools)
    case .recording, .paused:
      tools.recorder.stage = .ending
      return [.endRecording]
    }
  }

  /// Lets go of a take of which nothing was written.
  private static func abandon(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    let hasEar = tools.recorder.hasEar
    rest(&tools)
    return [.stop(name)] + (hasEar ? letGo(&tools) : [])
  }

  private static func rest(_ tools: inout Tools.State) {
    var recorder = State()
    recorder.isSheetOpen = tools.recorder.isSheetOpen
    recorder.inputs = tools.recorder.inputs
    tools.recorder = recorder
  }

  /// Closes a microphone that nobody else needs.
  private static func letGo(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    DronePanel.isFollowing(tools) ? [] : tools.ear.end()
  }

  /// The microphone cannot be had: what waits for it waits no longer.
  static func followEar(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.recorder.stage == .opening, !tools.ear.isListening, let trouble = tools.ear.trouble
    else { return [] }
    rest(&tools)
    return [.stop(name), .toast("Nothing was recorded. \(trouble.words)")]
  }

  // MARK: - What is told

  private static func hear(
    _ event: RecordEvent, _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    guard var take = tools.recorder.take else { return [] }
    let old = take
    let isNew = tools.recorder.stage == .opening
    if tools.ear.sampleRate > 0 { take.sampleRate = tools.ear.sampleRate }
    (take.frames, take.clipped) = (event.frames, event.clipped)
    tools.recorder.take = take
    tools.recorder.seconds = take.seconds
    tools.recorder.peak = event.peak
    tools.recorder.loudest = max(tools.recorder.loudest, event.peak)
    tools.recorder.clipped = event.clipped
    followClick(&tools, from: event.began)
    switch event.stage {
    case .recording, .paused:
      if tools.recorder.stage != .ending {
        tools.recorder.stage = event.stage == .paused ? .paused : .recording
      }
      guard isNew else { return [] }
      take.frames = 0
      tools.recorder.take = take
      return [.keep("Record “\(take.name)”", take.edits(from: nil, zoneMinutes: room.zoneMinutes))]
    case .ended, .failed:
      return end(take, from: old, event, &tools, room)
    }
  }

  private static func end(
    _ take: Take, from old: Take, _ event: RecordEvent, _ tools: inout Tools.State,
    _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    let isNew = tools.recorder.stage == .opening
    let (space, click) = (tools.recorder.space, tools.recorder.click)
    var effects = tools.recorder.hasEar ? letGo(&tools) : []
    rest(&tools)
    effects.append(.stop(name))
    if event.frames == 0 {
      effects.append(.eraseTakeFiles([TakeFiles.recording(take.id)], of: space))
      if !isNew { effects.append(.keep("Let an empty take go", take.trashing, isVital: false)) }
      return effects + [.toast(words(for: event, take))]
    }
    var take = take
    take.state = .recorded
    take.click = click?.text ?? ""
    var before: Take? = old
    before?.frames = 0
    before?.clipped = 0
    // It may be that nothing was told before its end.
    if isNew || room.data[take.id] == nil { before = nil }
    effects.append(
      .keep(
        "Record “\(take.name)”", take.edits(from: before, zoneMinutes: room.zoneMinutes),
        saying: words(for: event, take)))
    return effects
  }

  /// Remembers what clicks beside it, as long as that goes on as it began.
  private static func followClick(_ tools: inout Tools.State, from moment: Double) {
    guard moment > 0 else { return }
    if MetronomePanel.hasChanged(tools) { tools.recorder.hasChangedClick = true }
    if tools.recorder.hasChangedClick {
      tools.recorder.click = nil
    } else if let click = MetronomePanel.click(tools, from: moment, rate: tools.ear.sampleRate) {
      tools.recorder.click = click
    }
  }

  private static func words(for event: RecordEvent, _ take: Take) -> String {
    let length = Clock.text(seconds: take.seconds)
    if event.stage == .ended {
      return event.frames == 0
        ? "Nothing was recorded." : "“\(take.name)” is kept: \(length)."
    }
    let safe = event.frames == 0 ? "Nothing was recorded" : "\(length) are kept"
    switch event.failure {
    case "QuotaExceededError":
      return "Recording ended: this device has no room left. \(safe). Free some room in Takes, "
        + "or on the device."
    case "lost":
      return "Recording ended: the microphone was taken away. \(safe)."
    default:
      return "Recording ended, as its file could not be written (\(event.failure)). \(safe)."
    }
  }

  /// Marks the place that is being recorded.
  private static func mark(
    _ tools: Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    guard tools.recorder.stage == .recording, let take = tools.recorder.take else { return [] }
    let marker = Marker(room.newRow(), in: take.id, at: take.frames, "")
    return [
      .keep(
        "Mark a place", marker.making, saying: "Marked at \(Clock.text(seconds: take.seconds)).")
    ]
  }

  // MARK: - In words

  /// What to do about the loudness; nothing where it is well.
  static func advice(_ recorder: State) -> String? {
    if recorder.clipped > 0 {
      return
        "Too loud: \(recorder.clipped) samples were cut off. Step back, or turn the microphone down."
    }
    guard recorder.stage == .recording, recorder.seconds > 5 else { return nil }
    if recorder.loudest < 0.001 {
      return "Nothing is to be heard. Is the microphone the right one?"
    }
    if recorder.loudest < 0.05 { return "Very soft. Come nearer, or turn the microphone up." }
    return nil
  }
}

/// Where takes lie.
enum TakeFiles {
  /// The file of a take while it is being recorded, and until it has its name.
  static func recording(_ take: RowID) -> String { take.bits.hex + ".wav" }
}

/// Lengths of time, as clocks show them.
enum Clock {
  /// `2:08`, `1:02:08`.
  static func text(seconds: Double) -> String {
    let whole = Int64(max(seconds.isFinite ? seconds : 0, 0))
    let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
    let tail = "\(rest < 10 ? "0" : "")\(rest)"
    if hours == 0 { return "\(minutes):\(tail)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)"
  }
}
