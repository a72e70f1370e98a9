import Ledger
import Platform
import SQLiteStorage
import Server
import Storage

/// The store of an existing data folder; looking for it creates nothing.
struct StoreFile {
  let folder: String

  var path: String { folder + "/woodshed.db" }
  var lockPath: String { path + ".lock" }
  var blobs: BlobFolder { BlobFolder(in: folder) }

  /// The store in the folder of `--data`, or in the default one.
  init(_ arguments: Arguments) throws(CommandError) {
    if let folder = arguments["data"] {
      self.folder = folder
    } else {
      do throws(DataFolder.OpenError) {
        folder = try DataFolder.usualPath(environment: Environment.ofFolders)
      } catch {
        throw .failed("There is no home folder with data. Say where the data is with --data.")
      }
    }
    guard Files.exists(path) else {
      throw .failed(
        "There is no woodshed.db in \(folder). Say where the data is with --data. Nothing was changed."
      )
    }
  }

  /// The account that an option names in an open store.
  static func account(
    named name: String?, in store: any AccountStore
  ) throws(CommandError) -> AccountID {
    let accounts: [Account]
    do throws(StorageError) {
      accounts = try store.accounts()
    } catch {
      throw .failed("The accounts cannot be read: \(error). Nothing was changed.")
    }
    return try account(named: name, among: accounts)
  }

  /// The account with that name, else the owner who signs in with a link, else the only one.
  static func account(
    named name: String?, among accounts: [Account]
  ) throws(CommandError) -> AccountID {
    if let name {
      let key = LoginKey(name)
      guard let account = accounts.first(where: { $0.login?.key == key }) else {
        throw .failed(
          "There is no account `\(name)`. `woodshed account list` lists all. Nothing was changed."
        )
      }
      return account.id
    }
    if accounts.isEmpty { return .onlyOwner }
    if let owner = accounts.first(where: { $0.login == nil }) { return owner.id }
    guard accounts.count == 1 else {
      throw .wrongUsage(
        "There are \(accounts.count) accounts: say whose data you mean with --account NAME.")
    }
    return accounts[0].id
  }
}

extension Command.Option {
  static let account = Self(
    name: "account", placeholder: "NAME",
    summary: "Whose data [the owner of a server on this machine, or the only account]")

  static let force = Self(name: "force", summary: "Replace what is there")
}

extension Arguments {
  /// For commands that work on the file: says what to do with PostgreSQL instead.
  func refuseDatabase(_ instead: String) throws(CommandError) {
    guard has("database") else { return }
    throw .wrongUsage(instead)
  }
}
