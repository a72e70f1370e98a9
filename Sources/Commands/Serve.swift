import Domain
import Glibc
import HTTP
import MicroHTTPD
import Platform
import Server
import Storage

/// Runs the web server.
struct Serve {
  private let options: ServeOptions

  init(_ options: ServeOptions) {
    self.options = options
  }

  /// Serves until it is asked to stop, then finishes requests in progress.
  func run() throws(CommandError) {
    StopSignals.hold()
    let openFiles = try Self.openFiles()
    let data = try DataFolder.chosen(options.dataPath)
    let sockets = try Sockets(port: options.port, isPublic: isPublic, option: "port")
    let origin = options.origin ?? .loopback(port: sockets.port)
    let site = try WebBuild.load(at: options.webPath, shared: SecurityHeaders.all(for: origin))
    let metricsSocket = try options.metricsPort.map { port throws(CommandError) in
      try Sockets(port: port, isPublic: false, option: "metrics-port")
    }

    let store = try DataStore.open(options.databaseURL, in: data)
    let log = EventLog()
    log.tell(data.close())
    let metrics = Metrics()
    let clock = try clock(of: store, log)
    let tickets = try Self.tickets(in: data, clock)
    let limits = RateLimits.pushing(perMinute: options.pushLimit)
    let sessions = Sessions(
      store, origin: origin, clock: { clock.now }, isSteady: { clock.isSteady })
    let blobs = try Self.blobs(of: store, in: data)
    let passwords = Passwords()
    let accounts = AccountRoutes(
      store, sessions: sessions, passwords: passwords, tickets: tickets, belongings: blobs,
      policy: options.signUp, limits: limits, proxy: proxy, log: log)
    let files = BlobRoutes(blobs, sessions: sessions, limits: limits)
    let watches = Watches()
    metrics.addGauge("woodshed_watches") { watches.count }
    let sync = SyncRoutes(store, sessions: sessions, limits: limits, watches: watches)
    let grants = GrantRoutes(store, sessions: sessions, log: log)
    let catalogues = CatalogueRoutes(
      store, sessions: sessions, limits: limits, proxy: proxy,
      shared: SecurityHeaders.all(for: origin), climbs: options.climbs, today: { clock.today },
      log: log)
    let links = TakeLinkRoutes(
      store, blobs: blobs, sessions: sessions, limits: limits, proxy: proxy, log: log)
    metrics.addGauge("woodshed_catalogue_bytes") { catalogues.heldByteCount }
    let application = WebApplication(
      site: site, origin: origin, proxy: proxy, metrics: metrics, log: log, sessions: sessions,
      load: limits
    ) { router in
      accounts.add(to: &router)
      sync.add(to: &router)
      grants.add(to: &router)
      files.add(to: &router)
      catalogues.add(to: &router)
      links.add(to: &router)
    }
    var settings = SocketSettings()
    settings.trustedProxy = options.trustedProxy
    fit(&settings, openFiles, log)
    let server = SocketServer(application, settings)
    putRight(blobs, clock, log)
    try Self.open(sockets, on: server)
    let metricsServer = try metricsSocket.map { sockets throws(CommandError) in
      let application = MetricsApplication(metrics, port: sockets.port) { server.connectionCount }
      var settings = SocketSettings()
      settings.connectionLimit = 16
      let server = SocketServer(application, settings)
      try Self.open(sockets, on: server)
      return server
    }

    let housekeeping = Housekeeping(
      store, tickets: tickets, blobs: blobs, catalogues: catalogues, clock: clock, log: log)
    housekeeping.report(to: metrics)
    let link = try options.origin == nil ? Self.launchLink(to: origin, tickets, clock) : nil
    announce(sockets, metricsSocket, data, link, log)
    if !passwords.hasDictionary {
      log.write(LogLine(.warning, "no-dictionary-of-common-passwords"))
    }
    StopSignals.wait()
    StopSignals.endAtNext()
    log.write(LogLine(.info, "stopping"))
    metricsServer?.stop(patience: .zero)
    watches.close()
    let isFinished = server.stop(patience: .seconds(10))
    housekeeping.stop()
    if isFinished { store.close() }
    log.write(LogLine(isFinished ? .info : .warning, isFinished ? "stopped" : "stopped-unfinished"))
    log.close()
    // Threads of handlers that did not finish may still run; they are not waited for.
    if !isFinished { _exit(ExitCode.done.rawValue) }
  }

  /// With a proxy on another machine, connections come from outside.
  private var isPublic: Bool {
    options.trustedProxy.map { !$0.isLoopback } ?? false
  }

  private var proxy: TrustedProxy {
    guard options.origin != nil else { return .none }
    return options.trustedProxy.map { .address($0) } ?? .loopback
  }

  private func announce(
    _ sockets: Sockets, _ metrics: Sockets?, _ data: DataFolder, _ link: String?, _ log: EventLog
  ) {
    var line = LogLine(.info, "start")
    line.add("version", Version.text)
    line.add("port", sockets.port)
    line.add("data", data.path)
    line.add("database", options.databaseURL == nil ? "sqlite" : "postgresql")
    if let metrics { line.add("metrics-port", metrics.port) }
    log.write(line)
    if sockets.six == nil { log.write(LogLine(.warning, "no-ipv6")) }
    var words = "Woodshed is open at http://localhost:\(sockets.port)/\n"
    if let link { words += "This link signs you in as the owner, once: \(link)\n" }
    Output.show(words)
  }

  /// The link with which the owner of a server on this machine signs in.
  private static func launchLink(
    to origin: Origin, _ tickets: Tickets, _ clock: ServerClock
  ) throws(CommandError) -> String {
    do throws(SystemError) {
      return "\(origin.address)/open#\(try tickets.issue(.launch, now: clock.now))"
    } catch {
      throw .failed("The owner's sign-in link cannot be saved: \(error.message).")
    }
  }

  /// The clock of this machine, checked against the store's record of the time.
  private func clock(
    of store: any ServerStore, _ log: EventLog
  ) throws(CommandError) -> ServerClock {
    do throws(StorageError) {
      let clock = try ServerClock(store, log: log, isTrusted: options.isTrustingClock)
      _ = clock.look()
      return clock
    } catch {
      throw .failed("The store's record of the time cannot be read: \(error).")
    }
  }

  private static func tickets(
    in data: DataFolder, _ clock: ServerClock
  ) throws(CommandError) -> Tickets {
    do throws(SystemError) {
      let tickets = try Tickets(in: data)
      let reading = clock.look()
      if reading.isSteady { try tickets.sweep(now: reading.time) }
      // Launch links of earlier starts no longer work.
      try tickets.removeAll(.launch)
      return tickets
    } catch {
      throw .failed("The folder for links in \(data.path) cannot be used: \(error.message).")
    }
  }

  private static func blobs(
    of store: any ServerStore, in data: DataFolder
  ) throws(CommandError) -> Blobs {
    do throws(SystemError) {
      return try Blobs(store, in: data)
    } catch {
      let reason =
        error.code == EBUSY
        ? "another Woodshed has it open; stop that one or choose another folder with --data"
        : error.message
      throw .failed("The folder for files in \(data.path) cannot be used: \(reason).")
    }
  }

  /// Makes files and rows consistent again after an interrupted run.
  private func putRight(_ blobs: Blobs, _ clock: ServerClock, _ log: EventLog) {
    let reading = clock.look()
    for word in blobs.putRight(now: reading.time, isForgetting: reading.isSteady) {
      var line = LogLine(.warning, "files")
      line.add("failure", word)
      log.write(line)
    }
  }

  private static func open(_ sockets: Sockets, on server: SocketServer) throws(CommandError) {
    do throws(SystemError) {
      for socket in sockets.all { try server.open(socket) }
    } catch {
      throw .failed("The server cannot start: \(error.message).")
    }
  }

  /// Every connection is an open file, and the usual limit of 1,024 is below ours.
  private static func openFiles() throws(CommandError) -> OpenFiles {
    let files = OpenFiles.raised()
    guard files.limit >= OpenFiles.fewest else {
      throw .failed(
        "The system allows this program \(files.limit) open files, but it needs \(OpenFiles.fewest). "
          + "Raise the limit (`ulimit -n`, or LimitNOFILE in systemd) and start again.")
    }
    return files
  }

  /// Lowers the connection limit if the system allows too few open files, and logs that.
  private func fit(_ settings: inout SocketSettings, _ files: OpenFiles, _ log: EventLog) {
    let wanted = settings.connectionLimit
    settings.connectionLimit = files.connections(of: wanted)
    guard settings.connectionLimit < wanted else { return }
    var line = LogLine(.warning, "fewer-connections")
    line.add("connections", settings.connectionLimit)
    line.add("wanted", wanted)
    line.add("open-files", files.limit)
    log.write(line)
  }
}
