import HTTP
import Server
import Storage

extension Command {
  static let serve = Command(
    name: "serve", summary: "Open the practice room in the browser",
    details: """
      Serves the app and keeps its data until Ctrl-C or SIGTERM; what is under way is finished first.
      Without --origin it answers this machine only, and prints a link that signs its owner in, once.
      With it, put a proxy that speaks TLS in front: microphone and offline use need https on every
      device but this one. People come in with `woodshed account invite`.

      A clock that jumped by more than 7 days is doubted: nothing is forgotten and nobody signed out for
      good until it has kept pace for 7 days. After a long stop, --trust-clock says that it is right.

      Catalogues that their owners published are read without an account at /v1/catalogues/ID, and one of
      climbs as climbing apps read it at /climbDetails. The day is this machine's: set TZ for another.
      """,
    options: [
      Option(
        name: "port", placeholder: "PORT", summary: "Port to listen on, 0 for any free one [8080]"),
      .data, .database,
      Option(
        name: "web", placeholder: "DIR", summary: "The web build [`web` beside this program]"),
      Option(
        name: "origin", placeholder: "URL",
        summary: "Address that people use, such as https://woodshed.example"),
      Option(
        name: "trusted-proxy", placeholder: "ADDR",
        summary:
          "Address of the proxy whose X-Forwarded-For or\nForwarded is believed [this machine]"),
      Option(
        name: "metrics-port", placeholder: "PORT",
        summary: "Port for Prometheus on this machine, 0 for any free one [none]"),
      Option(
        name: "sign-up", placeholder: "WHO",
        summary: "Who may make an account: open, invitation or closed [invitation]"),
      Option(
        name: "push-limit", placeholder: "NUMBER",
        summary:
          "Pushes a minute before an account is asked to wait [60];\npulls, files and bytes in proportion"
      ),
      Option(
        name: "climbs", placeholder: "ID",
        summary:
          "Which published catalogue /climbDetails serves\n[the only one of climbs that is published]"
      ),
      Option(
        name: "trust-clock",
        summary: "Believe this machine's clock, although it differs\nfrom what the data has seen"),
    ],
    examples: [
      "woodshed serve",
      "woodshed serve --port 9000 --data ~/practice",
      "woodshed serve --origin https://woodshed.example",
      "woodshed serve --database postgres://woodshed@db.example/woodshed",
    ]
  ) { arguments throws(CommandError) in
    try Serve(ServeOptions(arguments)).run()
  }
}

/// What `serve` was asked for, checked.
struct ServeOptions: Hashable, Sendable {
  let port: Int
  let dataPath: String?
  /// May hold a password: it is never shown.
  let databaseURL: String?
  let webPath: String?
  let origin: Origin?
  let trustedProxy: IPAddress?
  let metricsPort: Int?
  let signUp: SignUpPolicy
  let pushLimit: Int
  let isTrustingClock: Bool
  let climbs: PublicationID?

  init(_ arguments: Arguments) throws(CommandError) {
    port = try arguments.number("port", in: 0...65_535) ?? 8_080
    metricsPort = try arguments.number("metrics-port", in: 0...65_535)
    dataPath = arguments["data"]
    webPath = arguments["web"]
    databaseURL = try arguments.databaseURL
    origin = try arguments.origin
    signUp =
      try arguments.choice("sign-up", from: SignUpPolicy.allCases.map { ($0.rawValue, $0) })
      ?? .invitation
    pushLimit = try arguments.number("push-limit", in: 1...1_000_000) ?? 60
    isTrustingClock = arguments.has("trust-clock")
    climbs = try arguments["climbs"].map { text throws(CommandError) in
      guard let id = PublicationID(text) else {
        throw .wrongUsage(
          "--climbs takes the id of a published catalogue, 20 digits and letters, not `\(text)`. "
            + "`woodshed catalogue publish` prints it.")
      }
      return id
    }
    trustedProxy = try arguments["trusted-proxy"].map { text throws(CommandError) in
      guard let address = IPAddress(text) else {
        throw .wrongUsage("--trusted-proxy takes an address such as 10.0.0.2, not `\(text)`.")
      }
      return address
    }
    guard trustedProxy == nil || origin != nil else {
      throw .wrongUsage("--trusted-proxy needs --origin, the address that people use.")
    }
  }
}
