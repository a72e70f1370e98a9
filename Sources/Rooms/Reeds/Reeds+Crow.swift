import Domain
public import Ledger
import Markup
public import Program
import RoomKit
public import Sound

// The crow of a reed: recorded as a take of it, measured from its spectrum, and offered to a test.
extension Reeds {
  struct CrowDesk: Sendable {
    let reed: RowID
    /// When it was asked for: takes before that are not waited for.
    let since: Int64
    /// The take that is measured.
    var take: RowID?
    var outcome = Outcome.waiting

    enum Outcome: Sendable {
      /// The take is being recorded, or is not finished.
      case waiting
      case measuring
      case known(Crow)
      case failed(String)
    }
  }

  public enum CrowMessage: Sendable {
    case wanted(RowID)
    case stopped
    /// A take of the reed that shows is measured.
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
      state.crow = CrowDesk(reed: reed, since: room.milliseconds)
      return [.ask(.recordCrow(of: reed, named: "Crow of \(line.reed.name)"))]
    case .stopped:
      if case .waiting = state.crow?.outcome { return [.ask(.record)] }
    case .measured(let take):
      guard case .reed(let reed) = state.place else { return [] }
      state.crow = CrowDesk(reed: reed, since: room.milliseconds, take: take)
      return measure(&state, room)
    case .told(let take, let outcome):
      guard state.crow?.take == take else { return [] }
      switch outcome {
      case .goesOn: break
      case .done(.crow(let crow)): state.crow?.outcome = .known(crow)
      case .done, .failed:
        state.crow?.outcome = .failed(
          "This recording is not on this device, or cannot be read. Open the take, or record the crow again."
        )
      }
    case .used:
      guard let desk = state.crow, case .known(let crow) = desk.outcome else { return [] }
      state.crow = nil
      return beginTest(of: desk.reed, knowing: answers(crow), &state, &room)
    case .closed: state.crow = nil
    }
    return []
  }

  /// Measures the take that was waited for once it is finished.
  static func followCrow(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard let desk = state.crow, case .waiting = desk.outcome else { return [] }
    guard desk.take == nil else { return measure(&state, room) }
    for event in state.index.events(of: desk.reed) where event.kind == .take {
      guard let take = room.data[event.id].map({ Take($0) }), take.began >= desk.since else {
        continue
      }
      state.crow?.take = take.id
      return measure(&state, room)
    }
    return []
  }

  private static func measure(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard let id = state.crow?.take, let take = room.data[id].map({ Take($0) }) else { return [] }
    // While it is being finished its file changes its name.
    guard let sound = take.sound else { return [] }
    state.crow?.outcome = .measuring
    let a4 = Double(Settings(room.data[Settings.row]).a4.tenthsOfHertz) / 10
    return [
      .look(
        for: .crow(take.heard, a4: a4),
        reading: [TakeFiles.sound(id, sound.sha256, TakeFiles.flac)],
        of: room.space
      ) { .crow(.told(id, $0)) }
    ]
  }

  /// What a crow answers of a test.
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

  /// What a test calls it: its choices are in the order of the kinds.
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
      switch desk?.outcome {
      case nil:
        p(.className("quiet")) { "Blow the reed alone. Five seconds are recorded and measured." }
        div { action("Record the crow", icon: .record, id: "crow-record", .crow(.wanted(page.id))) }
      case .waiting:
        p(.role("status")) { "Blow now. It ends by itself after five seconds." }
        div { action("Stop", icon: .stop, id: "crow-record", .crow(.stopped)) }
      case .measuring: p(.role("status")) { "Measuring …" }
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
          ? "It was too loud for the microphone: hold it further away."
          : "The spectrum, from \(Int(Crow.range.lowerBound)) Hz to \(Int(Crow.range.upperBound) / 1_000) kHz."
      },
      div(.className("row wrap")) {
        action("Use it in a test", icon: .check, style: .primary, .crow(.used))
        action("Again", .crow(.wanted(page.id)))
        action("Close", .crow(.closed))
      },
    ]
  }

  /// The spectrum, with the Cs that sound.
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
