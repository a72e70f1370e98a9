import Domain
public import HTTP
import Ledger
import Platform
public import Storage

/// Published catalogues: anybody can read them at `/v1/catalogues/{id}`, and as older climbing apps do at `/climbDetails`
/// and `/v1/climbs`; their owner publishes and ends them below `/v1/s/{owner}/{space}/catalogues`.
///
/// The answers are public: pages of any site may read them, and proxies may cache them for a short time.
public struct CatalogueRoutes: Sendable {
  /// How many seconds an answer may be cached.
  static let age = 30
  /// How often one address may read.
  static let rate = RateLimits.Rate(perMinute: 600, burst: 1_200)
  /// How many catalogues are searched for climbs if none is configured.
  static let searchLimit = 20

  private let store: any PublicationStore & GrantStore
  private let sessions: Sessions
  private let access: Access
  private let proxy: TrustedProxy
  private let climbs: PublicationID?
  private let today: @Sendable () -> Int64
  private let log: EventLog
  private let shelf: CatalogueShelf
  private let rates = AddressRates(CatalogueRoutes.rate)
  private let reads = ReadCounts()

  /// - Parameters:
  ///   - shared: the headers of every answer of the server.
  ///   - climbs: the catalogue at `/climbDetails`; `nil` for the only one of climbs.
  ///   - today: the civil day where the server is.
  public init(
    _ store: any PublicationStore & GrantStore, sessions: Sessions,
    limits: RateLimits = RateLimits(), proxy: TrustedProxy, shared: Headers,
    climbs: PublicationID? = nil, today: @escaping @Sendable () -> Int64, log: EventLog
  ) {
    self.store = store
    self.sessions = sessions
    access = Access(sessions, limits: limits)
    self.proxy = proxy
    self.climbs = climbs
    self.today = today
    self.log = log
    var headers: Headers = ["Cache-Control": "public, max-age=\(Self.age)"]
    headers.addMissing(from: Self.open)
    headers.addMissing(from: shared)
    shelf = CatalogueShelf(store, headers: headers)
  }

  public func add(to router: inout Router<ServerError>) {
    router.on(.get, "/v1/catalogues/{id}", read)
    router.on(.get, "/climbDetails", climbDetails)
    router.on(.get, "/v1/climbs", climbPage)
    let base = "/v1/s/{owner}/{space}/catalogues"
    router.on(.get, base, list)
    router.on(.post, base, bodyLimit: AccountBody.byteLimit, publish)
    router.on(.post, "\(base)/end", bodyLimit: AccountBody.byteLimit, end)
  }

  /// How many bytes of memory catalogues take.
  public var heldByteCount: Int { shelf.byteCount }

  /// Saves how often publications were read.
  public func keepCounts() throws(StorageError) { try reads.keep(in: store) }

  /// The headers that let pages of other sites read an answer.
  private static let open: Headers = [
    "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag",
    "Cross-Origin-Resource-Policy": "cross-origin",
  ]
}

// MARK: - For everybody

extension CatalogueRoutes {
  @Sendable private func read(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    try rates.take(by: proxy.client(of: request), now: sessions.now)
    let since = try request.queryVersion("since")
    let item = try request.queryRow("after")
    guard let id = PublicationID(parameters["id"]),
      let (publication, mark) = try asking(store.publication(id)),
      publication.kind == .catalogue,
      let answer = try shelf.answer(
        .page(since: since, after: item), of: publication, at: mark,
        { CatalogueAnswer(publication, in: $0)?.page(since: since, after: item) })
    else { throw .noCatalogue }
    if item == nil { count(publication, request) }
    return answer.respond(to: request)
  }

  @Sendable private func climbDetails(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    do throws(ServerError) {
      return try climbs(request, .climbs(day: today()), isFirst: true) { $0.whole }
    } catch {
      // The app knows only one status for failures.
      if case .store(let failure) = error { throw .told(.climbsFailed, of: failure) }
      throw error
    }
  }

  @Sendable private func climbPage(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let number = Int64(try request.number("after", fallback: 0))
    return try climbs(
      request, .climbPage(day: today(), after: number), isFirst: number == 0
    ) { $0.page(after: number) }
  }

  private func climbs(
    _ request: Request, _ question: CatalogueShelf.Question, isFirst: Bool,
    _ make: (ClimbList) -> [UInt8]
  ) throws(ServerError) -> Response {
    try rates.take(by: proxy.client(of: request), now: sessions.now)
    let (publication, mark) = try climbing()
    let day = today()
    let answer = try shelf.answer(question, of: publication, at: mark) { space in
      space.catalogue(publication.row).map { make(ClimbList($0, in: space, on: day)) }
    }
    guard let answer else { throw .noClimbs }
    if isFirst { count(publication, request) }
    return answer.respond(to: request)
  }

  /// The publication that provides the climbs.
  private func climbing() throws(ServerError) -> (publication: Publication, mark: SpaceMark) {
    if let climbs {
      guard let found = try asking(store.publication(climbs)),
        found.publication.kind == .catalogue
      else { throw .noClimbs }
      return found
    }
    let all = try asking(store.publications(of: .catalogue, limit: Self.searchLimit + 1))
    guard all.count <= Self.searchLimit else { throw .whichClimbs }
    var found: [(Publication, SpaceMark)] = []
    for one in all {
      guard let (publication, mark) = try asking(store.publication(one.id)) else { continue }
      let isOfClimbs = try shelf.look(at: publication.place, mark) {
        $0.catalogue(publication.row)?.words == .climbs
      }
      if isOfClimbs == true { found.append((publication, mark)) }
    }
    guard let first = found.first else { throw .noClimbs }
    guard found.count == 1 else { throw .whichClimbs }
    return first
  }

  private func count(_ publication: Publication, _ request: Request) {
    if request.method == .get { reads.count(publication.id) }
  }
}

// MARK: - For the owner

extension CatalogueRoutes {
  @Sendable private func list(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    try show(try visit(request, parameters, .pull).place)
  }

  @Sendable private func publish(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let place = try visit(request, parameters, .push).place
    let catalogue = try Self.catalogue(in: AccountBody(request))
    guard try shelf.look(at: place, nil, { $0.catalogue(catalogue) != nil }) == true else {
      throw .noSuchCatalogue
    }
    let id = PublicationID.new()
    switch try asking(
      store.publish(catalogue, of: .catalogue, in: place, as: id, now: sessions.now)
    ) {
    case .noAccount: throw .noSession
    case .full: throw .cataloguesFull
    case .published(let publication):
      if publication.id == id { log.audit("published", place.account, request) }
    }
    return try show(place)
  }

  @Sendable private func end(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let place = try visit(request, parameters, .push).place
    let catalogue = try Self.catalogue(in: AccountBody(request))
    if try asking(store.endPublication(of: catalogue, in: place)) {
      log.audit("publication-ended", place.account, request)
    }
    return try show(place)
  }

  private func visit(
    _ request: Request, _ parameters: Parameters, _ use: SessionRates.Use
  ) throws(ServerError) -> Access.Visit {
    try access.visit(request, parameters, to: .share, use, in: store)
  }

  private static func catalogue(in body: AccountBody) throws(ServerError) -> RowID {
    guard let bits = Bits128(hex: try body.text("catalogue")) else { throw .noSuchCatalogue }
    return RowID(bits)
  }

  /// The publications of a place.
  private func show(_ place: Place) throws(ServerError) -> Response {
    let all = try asking(store.publications(in: place)).filter { $0.kind == .catalogue }
    let list = all.map { publication in
      JSON.object([
        .init("catalogue", .string(publication.row.bits.hex)),
        .init("id", .string(publication.id.text)),
        .init("published", .int(publication.madeAt)),
        .init("reads", .int(publication.readCount + reads[publication.id])),
      ])
    }
    return Response(json: .object([.init("catalogues", .array(list))]))
  }
}

extension PublicationID {
  /// An id that nobody can guess.
  public static func new() -> PublicationID { PublicationID(random: Secret.bytes(length)) }
}

extension Request {
  /// The version in `name=`; `nil` if it is missing.
  fileprivate func queryVersion(_ name: String) throws(ServerError) -> CatalogueVersion? {
    guard mentions(name) else { return nil }
    guard let version = queryValue(name).flatMap(CatalogueVersion.init) else {
      throw .malformed("`\(name)` must appear once, with the `version` of an earlier answer.")
    }
    return version
  }
}

extension ServerError {
  fileprivate static let noCatalogue = refusal(
    .notFound, code: "no_catalogue",
    message: "There is no catalogue at this address. Its owner may have stopped publishing it.",
    headers: open)

  fileprivate static let noClimbs = refusal(
    .notFound, code: "no_climbs",
    message: "No climbs are published here. Publish a catalogue of climbs first.", headers: open)

  fileprivate static let whichClimbs = refusal(
    .notFound, code: "which_climbs",
    message: "Several catalogues are published here. Start the server with `--climbs ID` to choose "
      + "one.", headers: open)

  fileprivate static let noSuchCatalogue = refusal(
    .unprocessable, code: "no_such_catalogue",
    message: "The server does not have this catalogue yet, or it is somebody else's. Nothing was "
      + "changed. Wait until everything is synced and try again.")

  fileprivate static let cataloguesFull = refusal(
    .conflict, code: "catalogues_full",
    message: "You can publish at most \(Publication.countLimit) catalogues. Nothing was "
      + "changed. End one first.")

  private static let open: Headers = ["Access-Control-Allow-Origin": "*"]
}

extension HTTPError {
  fileprivate static let climbsFailed = HTTPError(
    .internalError, code: "storage_failed",
    message: "The server cannot read its climbs right now. Try again in a moment.",
    headers: ["Access-Control-Allow-Origin": "*"])
}
