import Ledger

/// The cells of a row about its try.
struct TryCells: Sendable {
  var item: RowID?
  var name: String?
  var grade: String?
  /// The name of a scale.
  var scale: String?
  var outcome: Try.Outcome?
  var count: Int64?
  var tempo: Int64?
  var targetTempo: Int64?
  var rested: Int64?
  var feel: Int64?
  var note: String?
  var colour: String?
  var place: String?

  /// Takes a cell; returns what is wrong with it, if anything.
  mutating func take(_ text: String, as column: TrainingTable.Column) -> String? {
    switch column {
    case .name: return Self.take(text, upTo: CatalogueItem.nameLimit, into: &name)
    case .grade: return Self.take(text, upTo: CatalogueItem.gradeLimit, into: &grade)
    case .scale: return Self.take(text, upTo: 64, into: &scale)
    case .note: return Self.take(text, upTo: Try.noteLimit, into: &note)
    case .colour: return Self.take(text, upTo: CatalogueTag.nameLimit, into: &colour)
    case .place: return Self.take(text, upTo: CataloguePlace.nameLimit, into: &place)
    case .outcome:
      outcome = Self.outcome(text)
      return outcome == nil ? "Enter attempt, send or flash." : nil
    case .tries: return Self.take(text, places: 0, in: Try.counts, into: &count)
    case .feel: return Self.take(text, places: 0, in: 0...5, into: &feel)
    case .tempo: return Self.take(text, places: 2, in: 0...60_000, into: &tempo)
    case .rested: return Self.take(text, places: 0, in: Try.rests, into: &rested)
    case .targetTempo: return Self.take(text, places: 2, in: 0...60_000, into: &targetTempo)
    case .itemID:
      guard let bits = Bits128(hex: text) else { return "An id has 32 hexadecimal digits." }
      item = RowID(bits)
      return nil
    default: return nil
    }
  }

  static func take(_ text: String, upTo limit: Int, into field: inout String?) -> String? {
    guard text.utf8.count <= limit else { return "Too long: keep it under \(limit) bytes." }
    field = text
    return nil
  }

  static func take(
    _ text: String, places: Int, in range: ClosedRange<Int64>, into field: inout Int64?
  ) -> String? {
    guard let units = try? Decimal(parsing: text, places: places).units, range.contains(units)
    else {
      let least = DecimalText.text(units: range.lowerBound, places: UInt8(places))
      let most = DecimalText.text(units: range.upperBound, places: UInt8(places))
      return "Enter a number from \(least) to \(most)."
    }
    field = units
    return nil
  }

  /// How a try ended, in common words.
  static func outcome(_ text: String) -> Try.Outcome? {
    let key = String(decoding: ReedTable.key(text), as: UTF8.self)
    func isOne(of words: [String]) -> Bool { words.contains { $0.hasSameBytes(as: key) } }
    if isOne(of: ["flash", "flashed", "onsight", "os", "firsttry", "cleanatfirstreading"]) {
      return .flash
    }
    if isOne(of: [
      "send", "sent", "top", "topped", "redpoint", "rp", "pinkpoint", "pp", "clean", "yes", "y",
      "true", "x", "1", "done", "repeat", "trclean", "ascent", "ticked", "solo",
    ]) {
      return .send
    }
    let attempts = [
      "attempt", "attempted", "try", "tried", "worked", "working", "project", "no", "n", "false",
      "0", "fell", "hung", "fellhung", "fail", "failed", "notsent", "notclean",
    ]
    return isOne(of: attempts) ? .attempt : nil
  }

  /// Adds it to an entry of a file.
  func say(in entry: inout TrainingContents.Entry) {
    if let item { entry.say(Try.itemField, .row(item)) }
    if let outcome {
      for choice in Try.Outcome.choices where choice.content == outcome {
        entry.say(Try.outcomeField, .int(choice.number))
      }
    }
    if let count { entry.say(Try.countField, .int(count)) }
    if let tempo { entry.say(Try.tempoField, .decimal(units: tempo, places: 2)) }
    if let rested { entry.say(Try.restedField, .int(rested)) }
    if let feel { entry.say(Try.feelField, .int(feel)) }
    for (field, text) in [
      (Try.noteField, note), (Try.nameField, name), (Try.gradeField, grade),
      (Try.scaleField, scale), (Try.colourField, colour), (Try.placeField, place),
    ] {
      if let text { entry.say(field, .text(text)) }
    }
    if let targetTempo { entry.say(Try.targetTempoField, .decimal(units: targetTempo, places: 2)) }
  }
}
