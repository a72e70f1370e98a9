import HTTP
import Server
import Storage

extension Command {
  static let serve = Command(
    name: "serve", summary: "Run the Woodshed server",
    details: """
      Serves the app and stores its data until Ctrl-C or SIGTERM, then finishes requests in progress.
      Without --origin, it serves this machine only and prints a link that signs in the owner, once.
      With --origin, put a TLS proxy in front: on other devices, the microphone and offline use need
      https. Invite people with `woodshed account invite`.

      If the clock jumps by more than 7 days, old data and sign-ins are kept until it has run steadily
      for 7 days. If the clock is right, for example after a long stop, start with --trust-clock.

      Published catalogues can be read without an account at /v1/catalogues/ID, and one catalogue of
      climbs at /climbDetails, for climbing apps. Days follow this machine's time zone; set TZ to
      change it.
      """,
    options: [
      Option(
        name: "port", placeholder: "PORT", summary: "Port to listen on, 0 for any free one [8080]"),
      .data, .database,
      Option(
        name: "web", placeholder: "DIR", summary: "The web build [`web` next to this program]"),
      Option(
        name: "origin", placeholder: "URL",
        summary: "Address of the app, such as https://woodshed.example"),
      Option(
        name: "trusted-proxy", placeholder: "ADDR",
        summary:
          "Address of the proxy whose X-Forwarded-For or\nForwarded is trusted [this machine]"),
      Option(
        name: "metrics-port", placeholder: "PORT",
        summary: "Port for Prometheus on this machine, 0 for any free one [none]"),
      Option(
        name: "sign-up", placeholder: "WHO",
        summary: "Who can create an account: open, invitation or closed [invitation]"),
      Option(
        name: "push-limit", placeholder: "NUMBER",
        summary:
          "Pushes per minute for each account [60];\npulls, files and bytes scale with it"
      ),
      Option(
        name: "climbs", placeholder: "ID",
        summary:
          "Published catalogue that /climbDetails serves\n[the only published catalogue of climbs]"
      ),
      Option(
        name: "trust-clock",
        summary: "Trust this machine's clock, even if it differs\nfrom the times in the data"),
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

/// The checked options of `serve`.
struct ServeOptions: Hashable, Sendable {
  let port: Int
  let dataPath: String?
  /// May contain a password, so it is never shown.
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
          "--climbs takes the id of a published catalogue, 20 letters and digits, not `\(text)`. "
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
      throw .wrongUsage("--trusted-proxy needs --origin, the address of the app.")
    }
  }
}
