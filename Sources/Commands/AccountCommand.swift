import Domain
import Ledger
import Platform
import PostgresStorage
import SQLiteStorage
import Server
import Storage

extension Command {
  static let account = Command(
    name: "account", summary: "List accounts, invite someone or reset a password",
    details: """
      list    lists the accounts on this server
      invite  prints a link that lets one person create an account within 7 days
      reset   prints a link that lets NAME choose a new password within 10 minutes; this signs out
              all their devices

      A link works once. Send it yourself: Woodshed sends no email. The server can keep running.
      """,
    options: [
      .data, .database,
      Option(
        name: "origin", placeholder: "URL",
        summary: "Address of the app, for the link [http://localhost:8080]"),
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

/// Manages the accounts of a server.
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
        "Say what to do: woodshed account list, invite or reset NAME."
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
      Output.show("One person can use this link once, within 7 days: \(link)\n")
    case .reset(let name):
      let key = LoginKey(name)
      guard try accounts().contains(where: { $0.login?.key == key }) else {
        throw .failed(
          "There is no account `\(name)`. `woodshed account list` lists all. Nothing was changed."
        )
      }
      let link = try link("reset", .reset, name: name)
      Output.show("\(name) can use this link once, within 10 minutes: \(link)\n")
    }
  }

  private func list() throws(CommandError) {
    let accounts = try accounts()
    guard !accounts.isEmpty else { return Output.show("There are no accounts yet.\n") }
    for account in accounts {
      let name =
        account.login?.name ?? "(the owner, who signs in with the link from `woodshed serve`)"
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
        throw .failed("The accounts in PostgreSQL cannot be read: \(error).")
      }
      let reason = error == .unavailable ? "no server has stored anything there yet" : "\(error)"
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
      throw .failed("The link cannot be saved in \(data.path): \(error.message).")
    }
  }
}
