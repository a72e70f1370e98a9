import Platform
import SQLiteStorage

/// Times the look at night, and the opening of a store from before there were checksums.
func measureSums(_ path: String, cells: Int) throws {
  do {
    let store = try SQLiteStore(path: path)
    show("look at night", cells, try seconds { _ = try store.inspect() })
    store.close()
    var database = try Database.open(path, for: .writing)
    for sql: StaticString in [
      "ALTER TABLE cell DROP COLUMN sum", "ALTER TABLE hist DROP COLUMN sum",
      "ALTER TABLE space DROP COLUMN sum", "ALTER TABLE grant_out DROP COLUMN sum",
      "UPDATE version SET version = 6",
    ] { try database.run(sql) }
  }
  show("first checksums", cells, try seconds { try SQLiteStore(path: path).close() })
}
