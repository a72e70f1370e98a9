public import Storage

extension SQLiteStore: SoundStore {
  public func inspect() throws(StorageError) -> DamageReport {
    let report = try readers.read { database throws(SQLiteError) in
      try database.inTransaction("BEGIN") { database throws(SQLiteError) in
        var report = StoreReport()
        try database.inspect(into: &report)
        return report
      }
    }
    var damage = DamageReport()
    damage.cellCount = report.cellCount
    for problem in report.problems {
      switch problem {
      case .damaged(let place, let table, let count): damage.note(place, table, count: count)
      case .digest(let place), .sequence(let place), .minimum(let place):
        damage.mismatches.insert(place)
      case .unreadable, .structure, .malformed: throw .corrupt
      case .orphans: break
      }
    }
    return damage
  }
}
