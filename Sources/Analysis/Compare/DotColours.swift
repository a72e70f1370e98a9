import Ledger

/// Which colour each reed's dot has, by the group it belongs to.
struct DotColours: Sendable {
  let grouping: Grouping
  /// The most frequent groups, and one for what is left.
  let names: [String]
  private let log: ReedLog

  private static let most = 6

  init(_ grouping: Grouping, _ entries: [ReedLog.Entry], _ log: ReedLog) {
    (self.grouping, self.log) = (grouping, log)
    let groups = grouping.groups(of: entries, log)
    guard groups.count > Self.most else {
      let isWhole = entries.allSatisfy { grouping.group(of: $0, log) != nil }
      names = groups + (isWhole ? [] : ["Not recorded"])
      return
    }
    var counts = groups.map { _ in 0 }
    for entry in entries {
      guard let group = grouping.group(of: entry, log),
        let place = groups.firstIndex(where: { $0.hasSameBytes(as: group) })
      else { continue }
      counts[place] += 1
    }
    let order = groups.indices.sorted {
      counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1
    }
    names = order.prefix(Self.most - 1).sorted().map { groups[$0] } + ["Other or not recorded"]
  }

  /// The number of its colour.
  func series(of entry: ReedLog.Entry) -> Int {
    guard let group = grouping.group(of: entry, log) else { return names.count - 1 }
    return names.firstIndex { $0.hasSameBytes(as: group) } ?? names.count - 1
  }
}
