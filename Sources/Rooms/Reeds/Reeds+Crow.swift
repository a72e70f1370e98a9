import Domain
public import Ledger
import Markup
public import Program
public import RoomKit
public import Sound

// The crow of a reed: recorded as a take, measured from its spectrum, and usable in a test.
extension Reeds {
  struct CrowDesk: Sendable {
    let reed: RowID
    /// When it was requested; earlier takes are ignored.
    let since: Int64
    /// The take being measured.
    var take: RowID?
    var stage: Stage

    enum Stage: Sendable {
      case recording
      /// The recorder has stopped; the take's file is being finished.
      case finishing
      case measuring
      case known(Crow)
      case failed(String)
    }
  }

  public enum CrowMessage: Sendable {
    case wanted(RowID)
    case stopped
    /// Measures a take of the reed on screen.
    case measured(RowID)
    case told(RowID, TakeOutcome<TakeAnswer>)
    case used
    case closed
  }

  static func update(
    _ state: inout State, _ message: CrowMessage, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .wanted(let reed):
      guard let line = state.index[reed] else { return [] }
      guard !state.isRecording else { return [.toast("Stop recording first.")] }
      state.crow = CrowDesk(reed: reed, since: room.milliseconds, stage: .recording)
      return [.ask(.recordCrow(of: reed, named: "Crow of \(line.reed.name)"))]
    case .stopped:
      if case .recording = state.crow?.stage { return [.ask(.record)] }
    case .measured(let take):
      guard case .reed(let reed) = state.place else { return [] }
      state.crow = CrowDesk(reed: reed, since: room.milliseconds, take: take, stage: .finishing)
    case .told(let take, let outcome):
      guard state.crow?.take == take else { return [] }
      switch outcome {
      case .goesOn: break
      case .done(.crow(let crow)): state.crow?.stage = .known(crow)
      case .done, .failed:
        state.crow?.stage = .failed(
          "This recording isn’t on this device. Open the take to download it, or record the crow again."
        )
      }
    case .used:
      guard let desk = state.crow, case .known(let crow) = desk.stage else { return [] }
      state.crow = nil
      // The form shows the crow, however short it is.
      state.length = max(state.length, .standard)
      return beginTest(of: desk.reed, knowing: answers(crow), &state, &room)
    case .closed: state.crow = nil
    }
    return []
  }

  /// Follows the data, the store and the recorder: asks what the page of analysis on screen is about, and measures the
  /// crow once its take's file is finished.
  @export(interface)
  public static func settle(
    _ state: inout State, isRecording: Bool, _ room: RoomContext
  ) -> [Effect<Message>] {
    (state.isRecording, state.isKnown) = (isRecording, state.isKnown || room.isWritable)
    return settleStats(&state, room) + settleCrow(&state, isRecording: isRecording, room)
  }

  private static func settleCrow(
    _ state: inout State, isRecording: Bool, _ room: RoomContext
  ) -> [Effect<Message>] {
    if state.isClosing, room.isSafe || !room.isWritable { return closeSaved(&state, room) }
    if !isRecording, case .recording = state.crow?.stage { state.crow?.stage = .finishing }
    guard let desk = state.crow, case .finishing = desk.stage else { return [] }
    guard let id = desk.take ?? latestTake(of: desk, room.data),
      let take = room.data[id].map({ Take($0) })
    else {
      // Nothing was recorded; the recorder has shown why.
      state.crow = nil
      return []
    }
    state.crow?.take = id
    guard let sound = take.sound else { return [] }
    state.crow?.stage = .measuring
    let a4 = Double(Settings(room.data[Settings.row]).a4.tenthsOfHertz) / 10
    return [
      .look(
        for: .crow(take.heard, a4: a4),
        reading: [TakeFiles.sound(id, sound.sha256, TakeFiles.flac)], of: room.space
      ) { .crow(.told(id, $0)) }
    ]
  }

  private static func latestTake(of desk: CrowDesk, _ data: Replica) -> RowID? {
    data.rows(Query(.take)).last {
      let take = Take($0)
      return take.reed == desk.reed && take.began >= desk.since
    }?.id
  }

  /// The test answers that follow from a crow.
  static func answers(_ crow: Crow) -> [(field: FieldID, value: Value)] {
    var answers: [(field: FieldID, value: Value)] = []
    if let kind = choice(crow.kind) {
      answers.append((ReedTest.crowKindField, .int(kind.number)))
    }
    if let pitch = crow.pitch {
      answers.append((ReedTest.crowField, answer(pitch)))
    }
    if let balance = crow.balance {
      answers.append((ReedTest.crowBalanceField, .int(Int64(balance))))
    }
    if let step = crow.rattleStep { answers.append((ReedTest.crowRattleField, .int(Int64(step)))) }
    return answers
  }

  /// The test's choice for a kind; the choices are in the order of the kinds.
  private static func choice(_ kind: Crow.Kind) -> Field.Choice? {
    guard
      case .choice(let choices)? = ReedField.test.first(where: { $0.id == ReedTest.crowKindField })?
        .content, choices.indices.contains(kind.rawValue)
    else { return nil }
    return choices[kind.rawValue]
  }

  /// Tenths of a cent above the lowest C.
  private static func answer(_ pitch: Crow.Pitch) -> Value {
    let cents = Double(pitch.note.number) * 100 + pitch.cents.value
    return .decimal(units: Int64((cents * 10).rounded()), places: 1)
  }

  // MARK: - View

  static func crowCard(_ page: Page, _ state: State) -> Node<Message> {
    let desk = state.crow?.reed == page.id ? state.crow : nil
    return card("Crow", id: "reed-crow") {
      switch desk?.stage {
      case nil:
        p(.className("quiet")) { "Crow the reed for five seconds to measure it." }
        div { action("Record the crow", icon: .record, id: "crow-record", .crow(.wanted(page.id))) }
      case .recording:
        p(.role("status")) { "Blow now. Recording stops after five seconds." }
        div { action("Stop", icon: .stop, id: "crow-record", .crow(.stopped)) }
      case .finishing, .measuring:
        p(.role("status")) { "Measuring …" }
        div { action("Cancel", .crow(.closed)) }
      case .failed(let words):
        p(.className("note problem"), .role("alert")) { words }
        div { action("Close", .crow(.closed)) }
      case .known(let crow): known(crow, page, state)
      }
    }
  }

  private static func known(_ crow: Crow, _ page: Page, _ state: State) -> [Node<Message>] {
    let kind = choice(crow.kind)?.label ?? ""
    return [
      crowDrawing(crow, kind),
      dl(.className("facts"), .role("status")) {
        fact("Crow", kind)
        if let pitch = crow.pitch, let field = state.index.testFields[ReedTest.crowField] {
          fact(
            "Pitch",
            "\(field.words(of: answer(pitch))) · \(Figures.tenths(pitch.frequency)) Hz")
        }
        if let balance = crow.balance { fact("Balance", "\(balance) of 5") }
        if let step = crow.rattleStep, let rattle = crow.rattle {
          fact("Rattle", "\(step) of 5 · \(Int((rattle * 100).rounded())) % of the sound")
        }
      },
      p(.className("quiet small")) {
        crow.isClipped
          ? "Too loud for the microphone: move it further away."
          : crow.pitch == nil
            ? "No steady C was heard. Blow evenly, close to the microphone."
            : "Spectrum from \(Int(Crow.range.lowerBound)) Hz to \(Int(Crow.range.upperBound) / 1_000) kHz"
      },
      div(.className("row wrap")) {
        action("Use in a test", icon: .check, style: .primary, .crow(.used))
        action("Again", .crow(.wanted(page.id)))
        action("Close", .crow(.closed))
      },
    ]
  }

  /// The spectrum, with the sounding Cs marked.
  private static func crowDrawing(_ crow: Crow, _ kind: String) -> Node<Message> {
    let (width, height, depth) = (480, 130, 60.0)
    let peak = crow.spectrum.map { $0.value }.max() ?? 0
    var line = "M0 \(height)"
    for (column, level) in crow.spectrum.enumerated() {
      let share = min(max((level.value - peak + depth) / depth, 0), 1)
      line += "L\(column * width / Crow.columns) \(height - Int(share * Double(height - 20)))"
    }
    line += "L\(width) \(height)Z"
    return SVG.svg(
      .className("crow-drawing"), .viewBox("0 0 \(width) 150"), .role("img"),
      .label("Spectrum of the crow: \(kind)")
    ) {
      SVG.path(.className("cane"), .pathData(line))
      for partial in crow.partials where partial.sounds {
        let x = place(of: partial.frequency, in: width)
        SVG.path(.className("sounds"), .pathData("M\(x) 12V\(height)"))
        SVG.text(.className("middle"), .plain("x", "\(x)"), .plain("y", "146")) {
          "\(Int(partial.frequency.rounded())) Hz"
        }
      }
    }
  }

  private static func place(of frequency: Double, in width: Int) -> Int {
    let column = (0..<Crow.columns).last { Crow.frequency(ofColumn: $0) <= frequency } ?? 0
    return column * width / Crow.columns
  }
}
