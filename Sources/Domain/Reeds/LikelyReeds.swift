public import Ledger

/// The reeds that a session was most likely played on.
public enum LikelyReeds {
  /// A reed that is offered.
  public struct Offer: Equatable, Sendable {
    public let id: RowID
    public let name: String
    public let colour: Int64?
  }

  /// Playable reeds: the last played first, then those closest to a concert, newest first, those of a day by name. The one
  /// that was chosen is always among them.
  public static func all(in data: Replica, upTo limit: Int, with chosen: RowID? = nil) -> [Offer] {
    var reeds: [(reed: Reed, colour: Int64?)] = []
    var played: [RowID: Int64] = [:]
    data.forEachRow { row in
      guard row.life == .alive else { return }
      switch row.kind {
      case .reed:
        let reed = Reed(row)
        guard reed.stage.isPlayable || reed.id == chosen else { return }
        let colour: Int64? =
          if case .int(let colour) = row.value(ReedField.thread) { colour } else { nil }
        reeds.append((reed, colour))
      case .block:
        guard case .row(let reed) = row.value(PractisedBlock.reedField),
          case .instant(let began, _) = row.value(PractisedBlock.beganField)
        else { return }
        played[reed] = max(played[reed] ?? .min, began)
      default: return
      }
    }
    let order: [ReedStage] = [.inUse, .breakingIn, .declining, .scraped]
    func rank(_ reed: Reed) -> (Int64, Int, Int64) {
      (played[reed.id] ?? .min, -(order.firstIndex(of: reed.stage) ?? order.count), reed.begun)
    }
    reeds.sort {
      let (one, other) = (rank($0.reed), rank($1.reed))
      return one == other
        ? ReedIndex.Name(of: $0.reed) < ReedIndex.Name(of: $1.reed) : other < one
    }
    var offered = Array(reeds.prefix(limit))
    if let chosen = reeds.dropFirst(limit).first(where: { $0.reed.id == chosen }) {
      offered.append(chosen)
    }
    return offered.map { Offer(id: $0.reed.id, name: $0.reed.fullName, colour: $0.colour) }
  }
}
