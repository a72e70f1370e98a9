import Domain
public import Markup
import Program
import RoomKit

// What sounds or records in another tab. A tab that does holds a lock whose name says what, so it is gone with the tab.
// Who plays and who records is decided by two other locks, which a tab takes from the one that has them.
extension Tools {
  /// Something that sounds or records in another tab.
  struct Elsewhere: Equatable, Sendable {
    let sounding: Sounding
    /// Whether the trainer leads the metronome.
    let isTraining: Bool
    let name: String

    /// Reads a line of the tab's lock: a letter, small while the trainer leads, and the name.
    init?(_ line: some Collection<UInt8>) {
      guard let letter = line.first, let sounding = Sounding(rawValue: letter & 0xDF) else {
        return nil
      }
      self.sounding = sounding
      isTraining = letter & 0x20 != 0
      name = String(decoding: line.dropFirst(), as: UTF8.self)
    }

    static func all(in text: String) -> [Elsewhere] {
      text.utf8.split(separator: 0x0A).compactMap { Elsewhere($0) }
    }
  }

  /// How the lock begins whose name says what sounds or records in its tab.
  static let tabLock = "woodshed tab\n"
  static let soundLock = "sound lock"

  /// Of several tabs, one plays: another that has the lock stops.
  static var holdSoundLock: Effect<Message> {
    .holdLock("woodshed sound", isStealing: true, as: soundLock) { .lockChanged($0) }
  }
}

extension Tools.State {
  /// What other tabs are told: a line for everything that is heard or recorded here.
  var wordsForTabs: String {
    var lines: [UInt8] = []
    for each in sounding {
      let isTold =
        each == .recorder
        ? recorder.hasLock : told.isHeard && !each.listens && !(each == .score && score.isPaused)
      guard isTold else { continue }
      if !lines.isEmpty { lines.append(0x0A) }
      lines.append(each.rawValue | (each == .metronome && metronome.isTraining ? 0x20 : 0))
      lines += name(of: each).utf8
    }
    return String(decoding: lines, as: UTF8.self)
  }

  var hasRecorderElsewhere: Bool { elsewhere.contains { $0.sounding == .recorder } }

  /// What sounds in another tab; while this one plays, the other is about to stop.
  var soundElsewhere: [Tools.Elsewhere] {
    told.isHeard ? [] : elsewhere.filter { $0.sounding != .recorder }
  }
}

// MARK: - View

extension Tools {
  private static let soundLabel = "Sound in another tab"

  /// On the page of a tool: what sounds in another tab.
  static func elsewhereLine(_ state: State) -> Node<Message>? {
    let parts = state.soundElsewhere
    guard isOnPage(parts, of: state.panel, state) else { return nil }
    return div(.className("notice"), .role("group"), .label(soundLabel)) {
      span { words(parts) }
      action("Stop it there", .elsewhereStopped)
      if canPlay(parts) { action("Play here", .elsewhereTaken) }
    }
  }

  /// In the dock: what sounds or records in another tab, unless the visible panel says it.
  @export(interface)
  public static func elsewhereRows(_ state: State, besides here: Panel?) -> [Node<Message>] {
    var rows: [Node<Message>] = []
    let parts = state.soundElsewhere
    if !parts.isEmpty, !isOnPage(parts, of: here, state) {
      rows.append(
        row(soundLabel) {
          let panel = parts.lazy.compactMap { $0.sounding.panel }.first
          if let panel {
            a(.href(panel.path)) {
              panel.icon.view()
              span { words(parts) }
            }
          } else {
            span { words(parts) }
          }
          iconButton(.stop, label: "Stop it there", .elsewhereStopped)
          if canPlay(parts) { iconButton(.play, label: "Play here", .elsewhereTaken) }
        }.keyed("sound elsewhere"))
    }
    // Who tried to record here is told so by the recorder's own row.
    if state.hasRecorderElsewhere, !state.recorder.isRecording, !state.recorder.isElsewhere {
      let label = "Recording in another tab"
      rows.append(
        row(label) {
          span { label }
          iconButton(.stop, label: "Stop it there", .recorder(.elsewhereStopped))
          iconButton(.record, label: "Record here", .recorder(.takenOver))
        }.keyed("recorder elsewhere"))
    }
    return rows
  }

  private static func row(
    _ label: String, @NodeBuilder<Message> content: () -> [Node<Message>]
  ) -> Node<Message> {
    RoomKit.dockRow("sounding", label: label) {
      div(.className("sounding-part")) { content() }
    }
  }

  /// Whether the page says it. A low screen has no room for the line.
  private static func isOnPage(_ parts: [Elsewhere], of panel: Panel?, _ state: State) -> Bool {
    !state.isFitted && parts.contains { $0.sounding.panel != nil && $0.sounding.panel == panel }
  }

  private static func canPlay(_ parts: [Elsewhere]) -> Bool {
    parts.contains { [.drone, .metronome, .score].contains($0.sounding) }
  }

  private static func words(_ parts: [Elsewhere]) -> String {
    "In another tab: \(parts.map { $0.name }.joined(separator: ", "))"
  }
}
