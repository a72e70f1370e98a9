/// The written note that is a beat.
public enum NoteValue: CaseIterable, Sendable {
  case half, dottedHalf, quarter, dottedQuarter, eighth, dottedEighth

  public var name: String {
    switch self {
    case .half: "half"
    case .dottedHalf: "dotted half"
    case .quarter: "quarter"
    case .dottedQuarter: "dotted quarter"
    case .eighth: "eighth"
    case .dottedEighth: "dotted eighth"
    }
  }

  public var hasDot: Bool {
    switch self {
    case .dottedHalf, .dottedQuarter, .dottedEighth: true
    case .half, .quarter, .eighth: false
    }
  }
}
