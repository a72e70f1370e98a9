/// What a scale grades. Scales of one discipline share a score and convert into each other; others never do.
public struct Discipline: Hashable, Sendable {
  /// The name that is stored; it never changes.
  public let id: String
  /// Its name in the middle of a sentence.
  public let label: String

  public init(id: String, label: String) {
    self.id = id
    self.label = label
  }

  public static let boulder = Discipline(id: "boulder", label: "boulders")
  public static let route = Discipline(id: "route", label: "routes")
  public static let music = Discipline(id: "music", label: "music")
  public static let all = [boulder, route, music]
}
