import Domain
public import Markup
import Program
import RoomKit

extension Tools {
  /// The button that keeps the focus when the stage opens and closes.
  static let stageID = "stage"
  /// The button that keeps it when a low screen shows more or fewer controls.
  static let wholeID = "whole"

  @export(interface)
  public static func view(_ state: State) -> Node<Message> {
    article(
      .className(
        state.isOnStage
          ? "page tools on-stage" : state.isFitted ? "page tools on-stage fitted" : "page tools"),
      // Prepares the programs of sound: Web/services/prepared.js.
      .plain("data-sounds", ""),
      // Without single-key shortcuts, the space bar belongs to the browser.
      state.bench.settings.hasShortcuts ? .plain("data-takes-blank", "") : .none
    ) {
      pageHead(caps: caps(state), state.panel.name) {
        if state.isFitted { panels(state.panel) }
        if state.isLow && !state.isOnStage {
          action(
            state.isWhole ? "Less" : "More",
            label: state.isWhole ? "Fewer controls" : "More controls", id: wholeID, .wholeTapped)
        }
        // The tuner and the drone have it in the line above their name; a metronome has no pitch.
        if state.panel == .scores {
          iconButton(
            .sliders, label: TuningSheet.label(state.bench.settings), .tuningSheet(.opened))
        }
        stageButton(isOnStage: state.isOnStage)
      }
      state.line.map { roomLine($0).map { _ in .lineRead } }
      if !state.isFitted { panels(state.panel) }
      state.bench.output.trouble.map { notice($0.words, $0.way, .wakeSoundTapped) }
      earTrouble(state).map { notice($0.words, $0.way, .wakeEarTapped) }
      elsewhereLine(state)
      switch state.panel {
      case .tuner:
        TunerPanel.view(
          state.tuner, state.bench, drone: DronePanel.sounding(state.drone, state.bench)
        ).keyed("tuner")
      case .drone: DronePanel.view(state.drone, state.bench).keyed("drone")
      case .metronome: MetronomePanel.view(state.metronome, state.bench).keyed("metronome")
      case .scores: ScorePanel.view(state.score, state.bench).keyed("scores")
      }
      TuningSheet.view(state.tuningSheet, state.bench.settings).map(Message.tuningSheet)
    }
  }

  /// What is wrong with the microphone. During a recording, the recorder's bar shows it, unless the stage covers that.
  private static func earTrouble(_ state: State) -> (words: String, way: String)? {
    let isSaid = state.recorder.isRecording && !(state.isOnStage && state.bench.ear.isAsleep)
    return isSaid ? nil : state.bench.ear.trouble
  }

  /// Opens and closes the stage; its icon and label say which.
  private static func stageButton(isOnStage: Bool) -> Node<Message> {
    let name = isOnStage ? "Leave the stage" : "Stage"
    return button(
      .type("button"), .id(stageID), .className("round"), .label(name), .title(name),
      .onClick(.stageTapped)
    ) { (isOnStage ? Icon.close : .full).view() }
  }

  private static func caps(_ state: State) -> Node<Message> {
    switch state.panel {
    case .tuner, .drone: TuningSheet.line(state.bench.settings).map(Message.tuningSheet)
    case .metronome: .text(MetronomePanel.caps(state.metronome))
    case .scores: .text(ScorePanel.caps(state.score))
    }
  }

  private static func panels(_ here: Panel) -> Node<Message> {
    partLinks("Tools", Panel.allCases.map { ($0.name, $0.icon, $0.path) }, here: here.path)
  }

  static func notice<Message>(
    _ words: String, _ way: String, _ message: Message
  ) -> Node<Message> {
    div(.className("notice trouble"), .role("alert")) {
      Icon.warning.view()
      span { words }
      action(way, style: .primary, message)
    }
  }

  /// The tools that sound or listen, each with a stop button, except what the visible panel controls itself.
  @export(interface)
  public static func dockRow(_ state: State, besides here: Panel?) -> Node<Message>? {
    let others = state.sounding.filter {
      $0 != .recorder && $0 != .take && ($0.panel == nil || $0.panel != here)
    }
    guard !others.isEmpty else { return nil }
    return RoomKit.dockRow("sounding", label: "Active tools") {
      for sounding in others {
        let name = state.name(of: sounding)
        div(.className("sounding-part")) {
          if let panel = sounding.panel {
            a(.href(panel.path)) {
              panel.icon.view()
              span { name }
            }
          } else {
            span { name }
          }
          iconButton(.stop, label: "Stop: \(name)", .stopTapped(sounding))
        }
      }
    }
  }
}

extension Tools.Panel {
  var icon: Icon {
    switch self {
    case .tuner: .tuner
    case .drone: .drone
    case .metronome: .metronome
    case .scores: .score
    }
  }
}

extension Tools.Sounding {
  /// The panel it belongs to.
  var panel: Tools.Panel? {
    switch self {
    case .tuner, .reference: .tuner
    case .drone: .drone
    case .metronome: .metronome
    case .score: .scores
    case .recorder, .trial, .take: nil
    }
  }
}
