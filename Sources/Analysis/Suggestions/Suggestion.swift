public import Ledger
public import Reports

/// Something worth trying, with everything that it rests on.
public struct Suggestion: Sendable {
  /// The same for as long as it says the same: a dismissed key is not shown again.
  public let key: String
  public let title: String
  /// What could be tried.
  public var proposal = ""
  /// The rule that applies.
  public var reason = ""
  /// What the player's own reeds say: how many, how much, and how certain.
  public var evidence: [String] = []
  /// What others found, with how much they looked at and where that is written.
  public var elsewhere = ""
  /// What the evidence comes from.
  public var items: [Item] = []
  /// What the values of the items are.
  public var head = ""
  public var footing = Footing.craft
  public var actions: [Report.Action] = []
  /// What an experiment would ask to know; `nil` if none could.
  var subject: Subject?

  public init(_ key: String, _ title: String) { (self.key, self.title) = (key, title) }

  /// Something that is cited, by the name a player sees.
  public struct Item: Sendable {
    public let name: String
    /// 0 if it is unknown.
    public let day: Int64
    public let value: String
    public let row: RowID

    public init(_ name: String, _ day: Int64, _ value: String, _ row: RowID) {
      (self.name, self.day, self.value, self.row) = (name, day, value, row)
    }
  }

  /// What a suggestion rests on.
  public enum Footing: Comparable, Sendable {
    /// What makers know; no estimate from the player's reeds.
    case craft
    case data(Strength)

    private var rank: Int {
      switch self {
      case .data(.tooEarly): 0
      case .craft: 1
      case .data(let strength): strength.rawValue + 1
      }
    }

    public var label: String {
      switch self {
      case .craft: "Craft rule"
      case .data(let strength): strength.label
      }
    }

    /// What the label means.
    var meaning: String {
      switch self {
      case .craft: "what makers know, not an estimate from your reeds"
      case .data(.tooEarly): "too few reeds for any advice"
      case .data(.hint): "luck alone could do this"
      case .data(.leaning): "luck alone would do this one time in five"
      case .data(.supported): "luck alone rarely does this; something else may explain part of it"
      case .data(.tested): "your own experiment met the rule set before it began"
      }
    }

    public static func < (one: Footing, other: Footing) -> Bool { one.rank < other.rank }
  }

  /// The newest day of what is cited.
  var day: Int64 { items.map { $0.day }.max() ?? 0 }
}
