public import Ledger

extension KindID {
  /// A reed in one of an experiment's places.
  public static let experimentReed = KindID(62)
}

/// A reed in a place of an experiment. Two devices may fill the same place: both facts are kept.
///
/// One that is taken out stays as a row, so that the report can tell whether it was rated before.
public struct ExperimentReed: RowRecord, Equatable {
  public let id: RowID
  public var experiment: RowID
  /// From 1.
  public var place = 1
  public var reed: RowID
  public var made: Int64 = 0
  /// When it was taken out; 0 while it is in its place.
  public var takenOut: Int64 = 0

  public init(_ id: RowID, _ reed: RowID, in experiment: RowID, place: Int, made: Int64) {
    (self.id, self.reed, self.experiment) = (id, reed, experiment)
    (self.place, self.made) = (place, made)
  }
}

extension ExperimentReed {
  public static let kind = KindID.experimentReed
  public static let names = KindNames(
    "experiment-reed", "Reed in an experiment", "Reeds in experiments")

  public init(blank id: RowID) { (self.id, experiment, reed) = (id, id, id) }

  public static func visit(_ fields: inout RowFields, _ member: inout ExperimentReed) {
    fields.link(field(1), "experiment", "Experiment", &member.experiment, always: true)
    fields.whole(
      field(2), "place", "Place", &member.place, in: ExperimentDraw.places, always: true)
    fields.link(field(3), "reed", "Reed", &member.reed, always: true)
    fields.moment(field(4), "made", "Written", &member.made, always: true)
    fields.moment(field(5), "taken-out", "Taken out", &member.takenOut)
  }

  /// All of them that are in their places, by place.
  public static func all(in data: Replica) -> [ExperimentReed] {
    all(in: data, by: []).filter { $0.takenOut == 0 }
      .sorted { ($0.place, $0.made, $0.id) < ($1.place, $1.made, $1.id) }
  }
}
