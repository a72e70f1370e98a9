import Domain
import Ledger
import Reports
import Statistics

/// Gouged cane with its measured points: a reed, or a piece that is not tied yet.
struct GougePiece: Sendable {
  let id: RowID
  let name: String
  let day: Int64
  let gouger: RowID?
  let state: State
  /// At ``ReedField/gougePoints``, in millimetres.
  let points: [Double?]

  /// Whether it was measured wet: readings differ by 0.01 to 0.04 mm, so that the two are never mixed.
  enum State: Int, CaseIterable, Sendable {
    case unknown, wet, dry

    var label: String {
      switch self {
      case .unknown: "Not recorded"
      case .wet: "Wet"
      case .dry: "Dry"
      }
    }
  }
}

extension ReedLog {
  /// All measured pieces in the order in which they were gouged. A piece that became a reed counts once: the
  /// reed has its measurements.
  func gougePieces(_ filter: GougeFilter) -> [GougePiece] {
    var pieces: [GougePiece] = []
    var tied: [RowID: Int64] = [:]
    for cane in canes { tied[cane.piece.id] = cane.piece.day }
    var seen: Set<RowID> = []
    for entry in entries {
      var day = entry.reed.begun
      if let cane = entry.reed.cane {
        guard seen.insert(cane).inserted else { continue }
        if let gouged = tied[cane], gouged != 0 { day = gouged }
      }
      guard filter.keeps(entry) else { continue }
      if let piece = piece(entry, day: day) { pieces.append(piece) }
    }
    for cane in canes where !seen.contains(cane.piece.id) && filter.keeps(cane) {
      if let piece = piece(cane) { pieces.append(piece) }
    }
    // Those of one day in the order of their names, which are numbered.
    return pieces.sorted { one, other in
      if one.day != other.day { return one.day < other.day }
      if one.name.hasSameBytes(as: other.name) { return one.id < other.id }
      return Words.precedes(one.name, other.name)
    }
  }

  /// What was measured on a reed; `nil` if nothing was.
  func piece(_ entry: Entry, day: Int64) -> GougePiece? {
    piece(entry.id, entry.name, day, .reed, fields.reed, entry.row)
  }

  /// What was measured on a piece of cane; `nil` if nothing was.
  func piece(_ cane: Cane) -> GougePiece? {
    let name = cane.piece.name.isEmpty ? "Unnamed cane" : cane.piece.name
    return piece(cane.piece.id, name, cane.piece.day, .cane, fields.cane, cane.row)
  }

  private func piece(
    _ id: RowID, _ name: String, _ day: Int64, _ kind: KindID, _ fields: ReedFieldList, _ row: Row
  ) -> GougePiece? {
    let points = ReedField.gougePoints.map { point -> Double? in
      guard let field = fields[kind.field(point.number & 0xFF)] else { return nil }
      return number(field, in: row).flatMap { $0.isFinite ? $0 : nil }
    }
    guard points.contains(where: { $0 != nil }) else { return nil }
    var gouger: RowID?
    if case .row(let tool) = row.value(kind.field(48)) { gouger = tool }
    var state = GougePiece.State.unknown
    if case .int(let number) = row.value(kind.field(50)) {
      state = GougePiece.State(rawValue: Int(clamping: number)) ?? .unknown
    }
    return GougePiece(id: id, name: name, day: day, gouger: gouger, state: state, points: points)
  }
}

/// Which pieces are counted: those of the reeds that the shared filters keep, and cane that no filter of reeds
/// excludes.
struct GougeFilter: Sendable {
  private let question: Question
  private let reeds: LogFilter

  init(_ question: Question) { (self.question, reeds) = (question, LogFilter(question)) }

  func keeps(_ entry: ReedLog.Entry) -> Bool { reeds.keeps(entry) }

  /// Cane has no instrument, stage, box or tags yet.
  func keeps(_ cane: ReedLog.Cane) -> Bool {
    for name in [LogFilter.instrument, LogFilter.stage, LogFilter.box, LogFilter.tag]
    where question[name] != nil {
      return false
    }
    if let text = question[LogFilter.days], let days = Int64(text) {
      let (first, isTooMuch) = question.today.subtractingReportingOverflow(days)
      if !isTooMuch, cane.piece.day <= first { return false }
    }
    if let text = question[LogFilter.tool] {
      return cane.row.cells.contains {
        if case .row(let id) = $0.value { id.bits.hex.hasSameBytes(as: text) } else { false }
      }
    }
    return true
  }
}

/// What is watched: a point of the gouge, or how far its sides or halves differ.
struct GougePoint: Sendable {
  /// Its name in a question.
  let name: String
  let label: String
  /// How its values are said.
  let column: Column
  private let place: Int?

  /// Whether it is a difference, which is fine near 0.
  var isDifference: Bool { place == nil }

  /// How far off it is if every reading is off by 1: the difference of two readings is off by √2, and the mean of two such
  /// differences by 1 again.
  var readingFactor: Double {
    if case .gougeHalves = column.source { Double(2).squareRoot() } else { 1 }
  }

  static func all(_ log: ReedLog) -> [GougePoint] {
    var points: [GougePoint] = []
    for (place, id) in ReedField.gougePoints.enumerated() {
      guard let field = log.fields.reed[id] else { continue }
      let column = Column(.reed(field), field.name, field.label)
      points.append(GougePoint(field.name, field.label, column, place))
    }
    points.append(
      GougePoint(
        "gouge_sides", "Left minus right",
        Column(.gougeSides, "gouge_sides", "Left minus right"), nil))
    points.append(
      GougePoint(
        "gouge_halves", "Half A minus half B",
        Column(.gougeHalves, "gouge_halves", "Half A minus half B"), nil))
    return points
  }

  private init(_ name: String, _ label: String, _ column: Column, _ place: Int?) {
    (self.name, self.label, self.column, self.place) = (name, label, column, place)
  }

  func value(of piece: GougePiece) -> Double? {
    if let place { return piece.points[place] }
    if case .gougeHalves = column.source { return piece.difference(1, 4) }
    guard let a = piece.difference(0, 2), let b = piece.difference(3, 5) else { return nil }
    return (a + b) / 2
  }
}

extension GougePiece {
  /// How much thicker one point is than another.
  func difference(_ one: Int, _ other: Int) -> Double? {
    guard let one = points[one], let other = points[other] else { return nil }
    return one - other
  }
}
