public import Ledger

extension KindID {
  public static let experimentLook = KindID(64)
}

/// A look at the results of an experiment before its end.
///
/// It counts in the trash, too: a result cannot be unseen.
public struct ExperimentLook: RowRecord, Equatable {
  public let id: RowID
  public var experiment: RowID
  public var day: Int64 = 0

  public init(_ id: RowID, at experiment: RowID, day: Int64) {
    (self.id, self.experiment, self.day) = (id, experiment, day)
  }
}

extension ExperimentLook {
  public static let kind = KindID.experimentLook
  public static let names = KindNames(
    "experiment-look", "Look at an experiment", "Looks at experiments")
  public static let experimentField = field(1)

  public init(blank id: RowID) { (self.id, experiment) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ look: inout ExperimentLook) {
    fields.link(experimentField, "experiment", "Experiment", &look.experiment, always: true)
    fields.day(field(2), "day", "Day", &look.day, always: true)
  }
}

extension Experiment {
  /// The days on which results were looked at before the end, each once and in order.
  ///
  /// - Parameter rows: the looks of all experiments, those in the trash too.
  public func lookDays(_ rows: [Row]) -> [Int64] {
    var days = peekDays
    for row in rows where row.kind == .experimentLook {
      let look = ExperimentLook(row)
      if look.experiment == id { days.append(look.day) }
    }
    days.sort()
    var last: Int64?
    return days.filter { day in
      defer { last = day }
      return day != last
    }
  }

  /// The days that its own cell remembers.
  public var peekDays: [Int64] {
    peeks.utf8.split(separator: UInt8(ascii: " ")).compactMap {
      Int64(String(decoding: $0, as: UTF8.self))
    }
  }

  /// What marks a look: a row of its own, and a day in the experiment's cell. Only looks ever write that cell, so that
  /// it tells of one even when it is empty again and the row is erased for good.
  public func looking(_ id: RowID, on day: Int64) -> [Edit] {
    var next = self
    if !peekDays.contains(day) {
      let text = peeks.isEmpty ? "\(day)" : "\(peeks) \(day)"
      // The first days say all there is to say once there are hundreds.
      if text.utf8.count <= 4_000 { next.peeks = text }
    }
    return ExperimentLook(id, at: self.id, day: day).edits(from: nil) + next.edits(from: self)
  }

  /// Whether there was ever a look, even one of which nothing else remains.
  public static func wasLookedAt(_ row: Row) -> Bool { row.cell(peeksField) != nil }

  /// Whether it was ended once, which showed its results, and then went on.
  public static func wasReopened(_ row: Row) -> Bool {
    row.cell(endedField) != nil && Experiment(row).isRunning
  }
}
