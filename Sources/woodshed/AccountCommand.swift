import Domain
import Ledger
import Platform
import PostgresStorage
import SQLiteStorage
import Server
import Storage

extension Command {
  static let account = Command(
    name: "account", summary: "List accounts, invite somebody, let somebody back in",
    details: """
      list    names the accounts that this server keeps
      invite  prints a link with which one person can make an account, for 7 days
      reset   prints a link with which NAME chooses a new password, for 10 minutes; all their devices
              are then signed out

      A link works once. Hand it over yourself: Woodshed sends no mail. The server may run meanwhile.
      """,
    options: [
      .data, .database,
      Option(
        name: "origin", placeholder: "URL",
        summary: "Address that people use, for the link [http://localhost:8080]"),
    ],
    words: ("list|invite|reset [NAME]", 2),
    examples: [
      "woodshed account list", "woodshed account invite --origin https://woodshed.example",
      "woodshed account reset anna@example.org",
    ]
  ) { arguments throws(CommandError) in
    try AccountCommand(arguments).run()
  }
}

/// What whoever keeps a server does with its accounts.
private struct AccountCommand {
  private enum Task {
    case list, invite
    case reset(name: String)
  }

  private let task: Task
  private let data: DataFolder
  private let databaseURL: String?
  private let address: String

  init(_ arguments: Arguments) throws(CommandError) {
    let words = arguments.words
    switch (words.first, words.count) {
    case ("list", 1): task = .list
    case ("invite", 1): task = .invite
    case ("reset", 2): task = .reset(name: words[1])
    default:
      throw .wrongUsage(
        "Say `list`, `invite` or `reset NAME` after `woodshed account`. See `woodshed help account`."
      )
    }
    databaseURL = try arguments.databaseURL
    address = try arguments.origin?.address ?? "http://localhost:8080"
    data = try DataFolder.chosen(arguments["data"])
  }

  func run() throws(CommandError) {
    switch task {
    case .list: try list()
    case .invite:
      let link = try link("join", .invitation)
      Output.show("For one person, once, for 7 days: \(link)\n")
    case .reset(let name):
      let key = LoginKey(name)
      guard try accounts().contains(where: { $0.login?.key == key }) else {
        throw .failed(
          "Nobody here is called `\(name)`. `woodshed account list` names everybody. Nothing was changed."
        )
      }
      let link = try link("reset", .reset, name: name)
      Output.show("For \(name), once, for 10 minutes: \(link)\n")
    }
  }

  private func list() throws(CommandError) {
    let accounts = try accounts()
    guard !accounts.isEmpty else { return Output.show("There is no account yet.\n") }
    for account in accounts {
      let name =
        account.login?.name ?? "(the owner, who signs in by the link that `woodshed serve` prints)"
      Output.show("\(DayText.text(of: account.madeAt / 86_400_000) ?? "")  \(name)\n")
    }
  }

  private func accounts() throws(CommandError) -> [Account] {
    do throws(StorageError) {
      guard let databaseURL else {
        return try SQLiteAccounts.read(path: data.path + "/woodshed.db")
      }
      let store = try PostgresStore(url: databaseURL)
      defer { store.close() }
      return try store.accounts()
    } catch {
      guard databaseURL == nil else {
        throw .failed("The accounts of --database cannot be read: \(error).")
      }
      let reason = error == .unavailable ? "no server has kept anything there yet" : "\(error)"
      throw .failed(
        "The accounts in \(data.path) cannot be read: \(reason). Choose another folder with --data."
      )
    }
  }

  private func link(
    _ page: String, _ kind: Ticket.Kind, name: String = ""
  ) throws(CommandError) -> String {
    do throws(SystemError) {
      let token = try Tickets(in: data).issue(kind, name: name)
      return "\(address)/\(page)#\(token)"
    } catch {
      throw .failed("The link cannot be kept in \(data.path): \(error.message).")
    }
  }
}
