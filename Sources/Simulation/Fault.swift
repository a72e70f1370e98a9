/// Things that go wrong in a simulation; a run of many schedules must have met every one of them.
public enum Fault: Int, CaseIterable, Sendable {
  case requestLost, replyLost, duplicated, reordered, truncated, pageInterrupted
  case crashedBeforeCommit, crashedAfterCommit, memoryLost
  case deviceFull, loadFailed, tabsRaced, noticeLost, syncStolen
  case clockOffByAnHour, clockOffByAYear, clockPutBack, serverFast
  case serverRestored, serverCopiedBack, stubsForgotten, serverFull, serverMissing
  case storageEvicted, storeErased, storePartlyErased, profileCloned, purged, futureImport
  case trashEmptied, rowFilled, repaired, setUpTwice, changeInParts
  case grantChanged, revoked, revokedBetweenPages, madePrivate, guestInterrupted
  case guestViewEnded, guestRefused
  case pieceLost, fileAnswerLost, pieceLate, pieceTwice, sendingCutShort, fileRefused
  case fileSwept, fileAsked, fileLetGo, fileFetched, fileDamaged, fileNoRoom

  /// Its name in a report.
  public var name: String {
    switch self {
    case .requestLost: "request lost"
    case .replyLost: "reply lost"
    case .duplicated: "message duplicated"
    case .reordered: "message delayed"
    case .truncated: "message cut short"
    case .pageInterrupted: "pull interrupted between pages"
    case .crashedBeforeCommit: "crash before a commit was durable"
    case .crashedAfterCommit: "crash after a commit was durable"
    case .memoryLost: "crash with unsaved memory"
    case .deviceFull: "device full"
    case .loadFailed: "device's store unreadable"
    case .tabsRaced: "two tabs committed at once"
    case .noticeLost: "tab not notified of another's commit"
    case .syncStolen: "sync taken from a frozen tab"
    case .clockOffByAnHour: "device clock off by an hour"
    case .clockOffByAYear: "device clock off by a year"
    case .clockPutBack: "device clock corrected"
    case .serverFast: "server clock 3 h fast"
    case .serverRestored: "server restored from a backup"
    case .serverCopiedBack: "server's file restored silently"
    case .stubsForgotten: "purged rows forgotten while a device was away"
    case .serverFull: "server full"
    case .serverMissing: "no server or no account yet"
    case .storageEvicted: "device's storage evicted"
    case .storeErased: "device's store erased under its tabs"
    case .storePartlyErased: "part of a device's store lost"
    case .profileCloned: "profile cloned"
    case .purged: "row purged"
    case .futureImport: "import from the future"
    case .trashEmptied: "old trash emptied"
    case .rowFilled: "row filled to its limit"
    case .repaired: "differing device repaired"
    case .changeInParts: "change of several actions"
    case .setUpTwice: "server recreated before a device's first pull"
    case .grantChanged: "guest's access granted or changed"
    case .revoked: "guest's access revoked"
    case .revokedBetweenPages: "guest's access revoked between pages"
    case .madePrivate: "row made private"
    case .guestInterrupted: "guest's pull interrupted"
    case .guestViewEnded: "guest's page ended by its view's limit"
    case .guestRefused: "guest's push refused"
    case .pieceLost: "piece of a file lost"
    case .fileAnswerLost: "answer about a file lost"
    case .pieceLate: "piece of a file delayed"
    case .pieceTwice: "piece of a file sent twice"
    case .sendingCutShort: "sending of a file cut short"
    case .fileRefused: "no space for a file"
    case .fileSwept: "file swept"
    case .fileAsked: "file lost by a restored server and requested again"
    case .fileLetGo: "file dropped by a device"
    case .fileFetched: "file downloaded by a device"
    case .fileDamaged: "bytes of a file damaged in transit"
    case .fileNoRoom: "no space for a file on a device"
    }
  }
}

/// How much happened in one or many schedules.
public struct Tally: Sendable, Equatable {
  public var schedules: UInt64 = 0
  public var writes: UInt64 = 0
  public var pushes: UInt64 = 0
  public var pulls: UInt64 = 0
  public var conflicts: UInt64 = 0
  /// Files that were created.
  public var files: UInt64 = 0
  /// Conflicts reported although the winner's author knew the other value.
  public var needlessConflicts: UInt64 = 0
  public private(set) var faults = [UInt64](repeating: 0, count: Fault.allCases.count)

  public init() {}

  public func count(of fault: Fault) -> UInt64 { faults[fault.rawValue] }

  mutating func note(_ fault: Fault) { faults[fault.rawValue] += 1 }

  /// Adds another tally.
  public mutating func add(_ other: Tally) {
    schedules += other.schedules
    writes += other.writes
    pushes += other.pushes
    pulls += other.pulls
    conflicts += other.conflicts
    files += other.files
    needlessConflicts += other.needlessConflicts
    for index in faults.indices { faults[index] += other.faults[index] }
  }

  /// Whether more is reported than the rules' few imprecise cases explain: two tabs, one of which
  /// restamps.
  public var tellsTooMuch: Bool { needlessConflicts * 500 > conflicts }

  /// The faults that never happened.
  public var missing: [Fault] { Fault.allCases.filter { count(of: $0) == 0 } }
}
