import Domain
import Markup
import Program
import RoomKit
import Sound

extension ScorePanel {
  /// A score that is being edited, as a form or as text; the draft stays until it is used or replaced.
  struct Editor: Equatable, Sendable {
    var isOpen = false
    var isText = false
    var text = ""
    /// The text at the start of editing.
    var original = ""
    var form = ScoreForm()
    /// Whether it was begun as another score.
    var isNew = false
    /// What is wrong with it, if anything.
    var problem: Score.TextError?
    /// The fields of the next hold and the next bracket.
    var extras = [String](repeating: "", count: Extra.allCases.count)

    /// Whether there are edits that are not used yet.
    var isBegun: Bool { !text.utf8.elementsEqual(original.utf8) }
  }

  /// The fields of a hold or bracket to be added.
  public enum Extra: Int, CaseIterable, Sendable {
    case holdPlace, holdLength, startFrom, startTo, endFrom, endTo
  }

  public enum FormField: Int, Sendable {
    case title, composer, source, columns, lines, drone
  }

  public enum EditorMessage: Sendable {
    case opened, closed
    case sideChosen(isText: Bool)
    case typed(String)
    case field(FormField, String)
    case extra(Extra, String)
    case holdAdded, bracketAdded
    case statementTyped(Int, String)
    case statementRemoved(Int)
    case examplePut(String)
    case begun(from: String)
    case scoreTaken
    case used
  }

  static func updateEditor(
    _ state: inout State, _ bench: inout Bench, _ message: EditorMessage, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    var editor = state.editor
    switch message {
    case .opened:
      editor.isOpen = true
      if !editor.isBegun { editor.take(text(of: state)) }
    case .closed: editor.isOpen = false
    case .sideChosen(let isText):
      editor.isText = isText
      if !isText { editor.form = ScoreForm(editor.text) }
    case .scoreTaken: editor.take(text(of: state))
    case .typed(let text): editor.text = text
    case .field(let field, let text): editor.form[field] = text
    case .extra(let extra, let text): editor.extras[extra.rawValue] = text
    case .holdAdded: editor.addHold()
    case .bracketAdded: editor.addBracket()
    case .statementTyped(let index, let text):
      guard editor.form.statements.indices.contains(index) else { break }
      editor.form.statements[index] = text
    case .statementRemoved(let index):
      guard editor.form.statements.indices.contains(index) else { break }
      editor.form.statements.remove(at: index)
    case .examplePut(let example):
      let isEnded = editor.text.isEmpty || editor.text.utf8.last == 0x0A
      editor.text += (isEnded ? "" : "\n") + example + "\n"
    case .begun(let text):
      editor.text = text
      editor.form = ScoreForm(text)
      editor.isNew = true
    case .used: return use(&state, &bench, &room)
    }
    if !editor.isText { editor.writeForm() }
    editor.check()
    state.editor = editor
    return []
  }

  /// The current score as text.
  private static func text(of state: State) -> String {
    let text = state.hand.setup.text
    return text.isEmpty ? Score.sequenzaVII.text : text
  }

  /// Makes the draft the current score.
  private static func use(
    _ state: inout State, _ bench: inout Bench, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    let text = state.editor.text
    guard state.editor.problem == nil, problem(with: text) == nil else { return [] }
    // A score that another one replaces is an undo step of its own.
    let name = state.editor.isNew ? "“\(title(of: state.score))”" : nil
    state.editor = Editor()
    let isGrid = text.utf8.elementsEqual(Score.sequenzaVII.text.utf8)
    return change(
      name.map { "Replace \($0)" } ?? "Change the score", saying: name.map { "Replaced \($0)." },
      &state, &bench, &room
    ) { setup in
      setup.text = isGrid ? "" : text
      (setup.startLine, setup.startBar) = (1, 1)
      (setup.firstLine, setup.lastLine, setup.firstBar, setup.lastBar) = (1, 0, 1, 0)
    }
  }

  /// Why a valid text cannot be saved or played, if so.
  static func problem(with text: String) -> String? {
    guard text.utf8.count <= ScoreSetup.textLimit else {
      return "This is longer than \(ScoreSetup.textLimit / 1_000) kilobytes."
    }
    guard let score = try? Score(parsing: text) else { return nil }
    let bars = barCount(score)
    return bars <= barLimit ? nil : "It has \(bars) bars; at most \(barLimit) can be played."
  }

  private static let barLimit = 10_000
}

extension ScorePanel.Editor {
  fileprivate mutating func take(_ text: String) {
    (self.text, original, isNew) = (text, text, false)
    form = ScoreForm(text)
  }

  /// Writes the form into the text; text that already agrees stays as typed.
  fileprivate mutating func writeForm() {
    if form != ScoreForm(text) { text = form.text }
  }

  fileprivate mutating func check() { problem = Self.problem(with: text) }

  /// Why a text cannot be read, if so.
  fileprivate static func problem(with text: String) -> Score.TextError? {
    do throws(Score.TextError) {
      _ = try Score(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  /// What is wrong with the form: the part, if it is one, and the words.
  ///
  /// The text may have lines that the form does not, so errors are looked up in the form's own text.
  fileprivate var formProblem: (part: ScoreForm.Part?, words: String)? {
    guard problem != nil else { return nil }
    let text = form.text
    guard let error = Self.problem(with: text) else { return nil }
    let part = form.part(ofLine: error.line)
    let words = part.flatMap { error.words(in: $0, word: error.word(in: text)) }
    return (part, words ?? "\(error.words).")
  }

  /// The same in a sentence that names the part.
  fileprivate var formVerdict: String? {
    formProblem.map { problem in
      problem.part.map { "\(form.name(of: $0)): \(problem.words)" } ?? problem.words.withCapital
    }
  }

  fileprivate mutating func addHold() {
    let place = extras[ScorePanel.Extra.holdPlace.rawValue]
    let length = extras[ScorePanel.Extra.holdLength.rawValue]
    guard !place.isEmpty else { return }
    form.statements.append("hold \(place) \(length.isEmpty ? "until-tap" : length)")
    extras[ScorePanel.Extra.holdPlace.rawValue] = ""
  }

  fileprivate mutating func addBracket() {
    func stretch(_ from: ScorePanel.Extra, _ to: ScorePanel.Extra) -> String {
      let (first, last) = (extras[from.rawValue], extras[to.rawValue])
      return last.isEmpty ? first : "\(first)..\(last)"
    }
    let (start, end) = (stretch(.startFrom, .startTo), stretch(.endFrom, .endTo))
    guard !start.isEmpty, !end.isEmpty else { return }
    form.statements.append("bracket \(start) \(end)")
    for extra in [ScorePanel.Extra.startFrom, .startTo, .endFrom, .endTo] {
      extras[extra.rawValue] = ""
    }
  }

  /// The line of the text with an error, as typed.
  fileprivate func quoted(_ error: Score.TextError) -> String {
    String(decoding: error.quoted(in: text), as: UTF8.self)
  }
}

extension Score.TextError {
  /// The line of a text with the error.
  fileprivate func quoted(in text: String) -> [UInt8] {
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.indices.contains(line - 1) ? Array(lines[line - 1]) : []
  }

  /// The word of a text with the error.
  fileprivate func word(in text: String) -> String {
    let bytes = quoted(in: text)
    let place = min(max(column - 1, 0), bytes.count)
    let before = bytes[..<place].reversed().prefix { $0 > 0x20 }.count
    let after = bytes[place...].prefix { $0 > 0x20 }.count
    return String(decoding: bytes[place - before..<place + after], as: UTF8.self)
  }

  /// What is wrong with a field that has only one kind of content, in its own words.
  fileprivate func words(in part: ScoreForm.Part, word: String) -> String? {
    guard case .expected = reason, !word.utf8.isEmpty else { return nil }
    return switch part {
    case .columns: "“\(word)” is not a length. Use seconds, such as 2.7 or 1:15."
    case .lines: "“\(word)” is not a whole number."
    case .drone: "“\(word)” is not a note. Use one such as B4."
    default: nil
    }
  }
}

extension ScoreForm {
  /// The name of a part's field.
  fileprivate func name(of part: Part) -> String {
    switch part {
    case .title: "Title"
    case .composer: "Composer"
    case .source: "Source"
    case .columns: "Columns"
    case .lines: "Lines"
    case .drone: "Drone"
    case .statement(let index): name(ofStatement: index)
    }
  }

  /// What a statement is, by how it begins, and where: `Fermata at line 2, bar 2`, or `Time bracket 1`.
  func name(ofStatement index: Int) -> String {
    let bytes = Array(statements[index].utf8)
    let name: String
    switch bytes.first {
    case UInt8(ascii: "b"):
      let number = statements[...index].count { $0.utf8.first == UInt8(ascii: "b") }
      return "Time bracket \(number)"
    case UInt8(ascii: "h"): name = "Fermata"
    case UInt8(ascii: "m"): name = "Mark"
    case UInt8(ascii: "l"):
      guard bytes.count > 1, bytes[1] == UInt8(ascii: "e") else { return "Separate line" }
      name = "Shortest length"
    default: return "Statement \(index + 1)"
    }
    let place = bytes.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
    guard let dot = place.firstIndex(of: UInt8(ascii: ".")) else { return name }
    let (line, bar) = (place[..<dot], place[(dot + 1)...])
    if line.isEmpty || bar.isEmpty { return name }
    return "\(name) at line \(String(decoding: line, as: UTF8.self)), bar "
      + String(decoding: bar, as: UTF8.self)
  }
}

extension ScoreForm {
  subscript(field: ScorePanel.FormField) -> String {
    get {
      switch field {
      case .title: title
      case .composer: composer
      case .source: source
      case .columns: columns
      case .lines: lines
      case .drone: drone
      }
    }
    set {
      switch field {
      case .title: title = newValue
      case .composer: composer = newValue
      case .source: source = newValue
      case .columns: columns = newValue
      case .lines: lines = newValue
      case .drone: drone = newValue
      }
    }
  }
}

// MARK: - View

extension ScorePanel {
  static func editorView(_ state: State) -> Node<EditorMessage> {
    let editor = state.editor
    return dialogBox(
      "Edit score", id: "score-editor", isOpen: editor.isOpen, isSheet: true, closed: .closed
    ) {
      segmented(
        "Edit as", name: "score-side",
        [
          ("Form", !editor.isText, .sideChosen(isText: false)),
          ("Text", editor.isText, .sideChosen(isText: true)),
        ])
      if editor.isText { textSide(editor) } else { formSide(editor) }
      verdict(editor)
      div(.className("row wrap")) {
        action(
          "Use this score", style: .primary,
          isDisabled: editor.problem != nil || problem(with: editor.text) != nil, .used)
        if !state.editor.text.utf8.elementsEqual(text(of: state).utf8) {
          action("Back to the current score", .scoreTaken)
        }
        action("New from the grid", .begun(from: Score.sequenzaVII.text))
        action("New empty score", .begun(from: "columns 4*4\nlines 4\n"))
      }
    }
  }

  /// What is wrong and where, or what the score contains.
  private static func verdict(_ editor: Editor) -> Node<EditorMessage> {
    div(.id("score-verdict"), .live("polite")) {
      if let error = editor.problem, !editor.isText {
        p(.className("problem")) { editor.formVerdict ?? "\(error.words.withCapital)." }
      } else if let error = editor.problem {
        p(.className("problem")) {
          "Line \(error.line), column \(error.column): \(error.words)."
        }
        pre(.className("score-quote")) {
          editor.quoted(error) + "\n" + String(repeating: " ", count: max(error.column - 1, 0))
            + "↑"
        }
      } else if let problem = problem(with: editor.text) {
        p(.className("problem")) { problem }
      } else if let score = try? Score(parsing: editor.text) {
        p(.className("quiet")) { contents(of: score) }
      }
    }
  }

  /// What a score contains, in a sentence or two.
  static func contents(of score: Score) -> String {
    let bars = barCount(score)
    var parts: [String] = []
    if bars > 0 {
      parts.append(DayWords.count(score.lines.count, "line", "lines"))
      parts.append(DayWords.count(bars, "bar", "bars"))
    }
    if !score.brackets.isEmpty { parts.append(brackets(of: score)) }
    var text = parts.joined(separator: ", ") + "."
    if bars > 0 {
      let (without, with) = (score.length(withHolds: false), score.length(withHolds: true))
      text += " The bars add up to \(clock(Double(without)))"
      text += with == without ? "." : ", or \(clock(Double(with))) with fermatas."
    }
    return text
  }

  static func brackets(of score: Score) -> String {
    DayWords.count(score.brackets.count, "bracket", "brackets")
  }

  private static func textSide(_ editor: Editor) -> Node<EditorMessage> {
    div(.className("stack")) {
      textArea(
        FieldFrame("Score", id: "score-text", help: "One statement per line."), value: editor.text
      ) { .typed($0) }
      lazy([]) { guide }
    }
  }

  /// Each notation, with an example that a tap inserts into the text.
  private static var guide: Node<EditorMessage> {
    details(.className("more")) {
      summary { "How to write a score" }
      dl(.className("score-guide")) {
        for (example, words) in notations {
          div {
            dt {
              code { example }
              action("Insert", label: "Insert: \(example)", style: .quiet, .examplePut(example))
            }
            dd(.className("quiet")) { words }
          }
        }
      }
    }
  }

  static let notations: [(example: String, words: String)] = [
    (
      "columns 3 2.7 2*4 1.8",
      "Bar lengths in seconds, shared by all lines; 2*4 is four bars of two."
    ),
    ("lines 13", "The number of lines with those columns."),
    ("line \"Coda\" 3 2.5", "A separate line; the name is optional."),
    ("hold 1.2 4", "Line 1, bar 2 is held for four more seconds."),
    ("hold 1.3 2..4..6", "Shortest, usual and longest fermata."),
    ("hold 1.4 until-tap", "Held until you tap “Resume”."),
    ("mark 1.1 1.5", "A mark, 1.5 seconds into line 1, bar 1."),
    ("least 1.1 50", "The shortest a bar may get in a shortened version, in percent."),
    (
      "bracket 1:15..1:45 2:00..2:30",
      "Starts within the first time span, ends within the second."
    ),
    ("bracket 3:00 3:20", "Starts and ends at fixed times."),
    ("drone B4", "The drone throughout."),
    ("# a remark", "A note to yourself."),
  ]

  private static func formSide(_ editor: Editor) -> Node<EditorMessage> {
    let (wrong, words) = editor.formProblem.map { ($0.part, $0.words) } ?? (nil, nil)
    func field(
      _ field: FormField, _ label: String, _ part: ScoreForm.Part, help: String? = nil
    ) -> Node<EditorMessage> {
      textField(
        FieldFrame(
          label, id: "score-form-\(field.rawValue)", help: help,
          problem: wrong == part ? words : nil),
        value: editor.form[field]
      ) { .field(field, $0) }
    }
    return div(.className("stack")) {
      div(.className("two")) {
        field(.title, "Title", .title)
        field(.composer, "Composer", .composer)
      }
      field(
        .columns, "Columns", .columns,
        help: "Bar lengths in seconds, such as 3 2.7 2*4, for all lines.")
      div(.className("two")) {
        field(.lines, "Lines", .lines, help: "How many lines.")
        field(.drone, "Drone", .drone, help: "A note such as B4; optional.")
      }
      if !editor.form.statements.isEmpty {
        ul(.className("list")) {
          for (index, statement) in editor.form.statements.enumerated() {
            li(.className("list-row score-statement")) {
              textField(
                FieldFrame(
                  editor.form.name(ofStatement: index), id: "score-statement-\(index)",
                  problem: wrong == .statement(index) ? words : nil), value: statement
              ) { .statementTyped(index, $0) }
              iconButton(.trash, label: "Delete: \(statement)", .statementRemoved(index))
            }
          }
        }
      }
      adder("Fermata", "Add a fermata", .holdAdded) {
        extra(.holdPlace, "Line and bar", "3.5", editor)
        extra(.holdLength, "Seconds", "until a tap", editor)
      }
      adder("Time bracket", "Add a time bracket", .bracketAdded) {
        extra(.startFrom, "May start from", "1:15", editor)
        extra(.startTo, "May start until", "1:45", editor)
        extra(.endFrom, "May end from", "2:00", editor)
        extra(.endTo, "Must end by", "2:30", editor)
      }
    }
  }

  private static func adder(
    _ heading: String, _ label: String, _ message: EditorMessage,
    @NodeBuilder<EditorMessage> content: () -> [Node<EditorMessage>]
  ) -> Node<EditorMessage> {
    form(.className("alternative stack"), .label(heading), .onSubmit(message)) {
      h3 { heading }
      div(.className("two")) { content() }
      div(.className("row end")) { button(.type("submit")) { label } }
    }
  }

  private static func extra(
    _ extra: Extra, _ label: String, _ example: String, _ editor: Editor
  ) -> Node<EditorMessage> {
    textField(
      FieldFrame(label, id: "score-extra-\(extra.rawValue)"), value: editor.extras[extra.rawValue],
      placeholder: example
    ) { .extra(extra, $0) }
  }
}
