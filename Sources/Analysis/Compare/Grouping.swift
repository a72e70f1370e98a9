import Domain
import Ledger

/// What divides reeds into groups: a field, the time of year, the box they are in, or less and more of a measurement.
struct Grouping: Sendable {
  private let source: Source
  /// Its name in a question; for a field, its name in exports.
  let name: String
  let label: String

  private enum Source: Sendable {
    case column(Column)
    case box
    case halves(Column, at: Double, names: [String])
  }

  init(_ column: Column) {
    (source, name, label) = (.column(column), column.name, column.label)
  }

  private init(boxes: Void) { (source, name, label) = (.box, "box", "Box") }

  /// Reeds with at most so much of a measurement, and those with more.
  init(halvesOf column: Column, at border: Double, _ log: ReedLog) {
    let text = Words.mean(border, in: column, log)
    let names = ["Up to \(text)", "Above \(text)"]
    (source, name, label) = (.halves(column, at: border, names: names), column.name, column.label)
  }

  /// All of a log.
  static func all(_ log: ReedLog) -> [Grouping] {
    log.inputs.filter { !$0.isNumber }.map { Grouping($0) } + [Grouping(boxes: ())]
  }

  /// The group of a reed; `nil` if nothing was recorded.
  func group(of entry: ReedLog.Entry, _ log: ReedLog) -> String? {
    switch source {
    case .column(let column): return log.group(column, of: entry)
    case .box:
      guard let box = log.boxes.first(where: { $0.id == entry.reed.box }), !box.name.isEmpty
      else { return nil }
      return box.name
    case .halves(let column, let border, let names):
      return log.number(column, of: entry).map { names[$0 > border ? 1 : 0] }
    }
  }

  /// Whether some reeds are in different groups.
  func divides(_ entries: [ReedLog.Entry], _ log: ReedLog) -> Bool {
    var first: String?
    for entry in entries {
      guard let group = group(of: entry, log) else { continue }
      if let first, !first.hasSameBytes(as: group) { return true }
      first = group
    }
    return false
  }

  /// The groups of some reeds, each once: choices and times of year in their own order, all else by name.
  func groups(of entries: [ReedLog.Entry], _ log: ReedLog) -> [String] {
    var names = entries.compactMap { group(of: $0, log) }
    names.sort(by: Words.precedes)
    var different: [String] = []
    for name in names where different.last?.hasSameBytes(as: name) != true {
      different.append(name)
    }
    let ordered = order
    guard !ordered.isEmpty else { return different }
    func place(_ name: String) -> Int {
      ordered.firstIndex { $0.hasSameBytes(as: name) } ?? ordered.count
    }
    return different.map { (place($0), $0) }
      .sorted { $0.0 != $1.0 ? $0.0 < $1.0 : Words.precedes($0.1, $1.1) }.map { $0.1 }
  }

  private var order: [String] {
    if case .halves(_, _, let names) = source { return names }
    guard case .column(let column) = source else { return [] }
    switch column.source {
    case .month: return DayWords.months
    case .season: return ["Winter", "Spring", "Summer", "Autumn"]
    case .reed(let field):
      guard case .choice(let choices) = field.content else { return [] }
      return choices.map { $0.label }
    default: return []
    }
  }

  private var field: ReedField? {
    guard case .column(let column) = source, case .reed(let field) = column.source else {
      return nil
    }
    return field
  }

  /// Whether it is about when a reed was started.
  var isTime: Bool {
    guard case .column(let column) = source else { return false }
    switch column.source {
    case .month, .season: return true
    default: return false
    }
  }

  /// Whether a maker can decide it for the next reed, so that an experiment can.
  var isFree: Bool {
    guard let field else { return false }
    switch field.content {
    case .tool, .choice: return true
    default: return false
    }
  }

  /// The group of a reed as an experiment keeps it.
  func arm(of entry: ReedLog.Entry, _ log: ReedLog) -> String? {
    if case .column(let column) = source { log.arm(column, of: entry) } else { nil }
  }

  /// Whether two reeds of one tube can differ in it.
  var isFreeWithinTube: Bool { isFree && field?.group != .cane }

  /// Whether a measurement is this one’s own doing, so that it is no other cause: what a gouger leaves, the width of a
  /// shape, the length of a staple.
  func decides(_ column: Column) -> Bool {
    guard case .tool(let sort) = field?.content else { return false }
    switch (sort, column.source) {
    case (.gouger, .gougeMean): return true
    case (.gouger, .reed(let measured)): return measured.group == .gouge
    case (.shaper, .reed(let measured)): return measured.group == .shape
    case (.stapleModel, .reed(let measured)), (.staple, .reed(let measured)):
      return measured.id == KindID.reed.field(70)
    default: return false
    }
  }

  /// What one group is, such as `shaper`; `nil` if its label is no such word.
  var noun: String? {
    switch field?.content {
    case .tool, .text: break
    case nil: return Words.lowered(label)
    default: return nil
    }
    let bytes = Array(label.utf8)
    guard !bytes.isEmpty, bytes.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 }) else { return nil }
    return Words.lowered(label)
  }

  /// What several groups are, such as `shapers`.
  var nouns: String? {
    guard let noun else { return nil }
    let bytes = Array(noun.utf8)
    func without(_ count: Int) -> String {
      String(decoding: bytes.dropLast(count), as: UTF8.self)
    }
    if noun.utf8.reversed().starts(with: "ef".utf8) { return "\(without(2))ves" }
    switch bytes.last {
    case UInt8(ascii: "y"): return "\(without(1))ies"
    case UInt8(ascii: "s"), UInt8(ascii: "x"), UInt8(ascii: "h"): return "\(noun)es"
    default: return "\(noun)s"
    }
  }

  private var isFlag: Bool { if case .flag = field?.content { true } else { false } }

  /// A group on an axis or in a table, below the label of what divides: `B`, `None`, `with wire`, `summer`.
  func name(of group: String) -> String {
    if name.hasSameBytes(as: "season") { return Words.lowered(group) }
    guard isFlag else { return group }
    return "\(group.hasSameBytes(as: "Yes") ? "with" : "without") \(Words.lowered(label))"
  }

  /// A group within a sentence: `B`, `leak “None”`, `staple 28`, `with wire`, `summer`.
  func words(for group: String) -> String {
    if case .choice = field?.content { return "\(Words.lowered(label)) “\(group)”" }
    return number(group) ?? name(of: group)
  }

  /// A name that begins with a digit, with what it is the number of: `staple 28`, `lot 2023`.
  private func number(_ group: String) -> String? {
    guard let field, let first = group.utf8.first, 0x30...0x39 ~= first else { return nil }
    if case .tool(let sort) = field.content { return "\(Words.lowered(sort.label)) \(group)" }
    return noun.map { "\($0) \(group)" } ?? "“\(group)”"
  }

  /// A reed of a group: `a B reed`, `a reed with wire`.
  func reed(in group: String) -> String {
    let words = words(for: group)
    return isNamed(group) ? "\(Words.article(words)) reed" : "a reed \(link)\(words)"
  }

  /// Its reeds: `B reeds`, `reeds with wire`; a single one without the `s`. Those of two groups: `A or B reeds`.
  func reeds(in group: String, or other: String? = nil, _ count: Int = 2) -> String {
    let reeds = count == 1 ? "reed" : "reeds"
    let names = words(for: group) + (other.map { " or \(words(for: $0))" } ?? "")
    let areNamed = isNamed(group) && other.map { isNamed($0) } ?? true
    return areNamed ? "\(names) \(reeds)" : "\(reeds) \(link)\(names)"
  }

  /// Whether a group has a name that can be before the word reed.
  private func isNamed(_ group: String) -> Bool {
    if case .choice = field?.content { return false }
    return !isFlag && number(group) == nil
  }

  /// What links a reed with the words for a group, if they do not begin with it.
  private var link: String { isFlag ? "" : "with " }
}
