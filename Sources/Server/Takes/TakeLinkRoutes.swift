import Domain
public import HTTP
import Ledger
import Platform
public import Storage

/// Takes that are shared by a link: anyone who has it can hear one at `/t/{id}`; the owner shares takes and ends their
/// links below `/v1/s/{owner}/{space}/links`.
///
/// A link is a publication of the take's row. Nothing is cached, so that it ends at once.
public struct TakeLinkRoutes: Sendable {
  /// How often one address may ask for pages and parts of sounds.
  static let rate = RateLimits.Rate(perMinute: 300, burst: 600)
  /// What is read of a take: its name, day, length, sample rate, sound and kept parts, and whether it is in the trash.
  static let fields = Set<FieldID>([1, 2, 4, 5, 7, 12].map { KindID.take.field($0) } + [.life])

  private let store: any PublicationStore & GrantStore
  private let blobs: Blobs
  private let cuts: TakeCuts
  private let sessions: Sessions
  private let access: Access
  private let proxy: TrustedProxy
  private let log: EventLog
  private let rates = AddressRates(TakeLinkRoutes.rate)

  public init(
    _ store: any PublicationStore & GrantStore, blobs: Blobs, sessions: Sessions,
    limits: RateLimits = RateLimits(), proxy: TrustedProxy, log: EventLog
  ) {
    self.store = store
    self.blobs = blobs
    cuts = TakeCuts(blobs)
    self.sessions = sessions
    access = Access(sessions, limits: limits)
    self.proxy = proxy
    self.log = log
  }

  public func add(to router: inout Router<ServerError>) {
    router.on(.get, "/\(Self.folder)/{id}", page)
    router.on(.get, "/\(Self.folder)/{id}/\(SharedTakePage.soundName)", sound)
    let base = "/v1/s/{owner}/{space}/links"
    router.on(.get, base, list)
    router.on(.post, base, bodyLimit: AccountBody.byteLimit, share)
    router.on(.post, "\(base)/end", bodyLimit: AccountBody.byteLimit, end)
  }

  private static let folder = "t"

  /// The path as it may be logged: whoever reads the log must not be able to follow links.
  static func loggedPath(of request: Request) -> String {
    let isShared =
      request.segments?.first == folder
      || request.path.drop { $0 == "/" }.hasPrefix("\(folder)/")
    return isShared ? "/\(folder)/-" : request.path
  }
}

// MARK: - For everybody

extension TakeLinkRoutes {
  /// A take that is shared, whose sound is on the server.
  private struct Shared {
    let id: PublicationID
    let account: AccountID
    let take: Take
    let blob: Blob
    let kind: BlobKind
  }

  @Sendable private func page(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    guard let shared = try shared(request, parameters) else { return SharedTakePage.gone }
    // The size of a cut take is unknown until somebody listens to it.
    return SharedTakePage.of(
      shared.take, at: "/\(Self.folder)/\(shared.id)", shared.kind,
      byteCount: shared.take.edit.isEmpty ? shared.blob.byteCount : nil)
  }

  @Sendable private func sound(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    guard let shared = try shared(request, parameters) else { throw .notFound }
    var response: Response
    if shared.take.edit.isEmpty {
      guard
        let (blob, file) = try passing(
          blobs.open(shared.blob.name, of: shared.account), as: ServerError.files)
      else { throw .notFound }
      response = BlobAnswer(blob).response(to: request, closing: file)
    } else {
      // What was cut off may be private: nothing of it is sent.
      guard let cut = try cuts.cut(shared.take, from: shared.blob) else { throw .notFound }
      response = BlobAnswer(cut.blob).response(to: request, cut.file)
    }
    response.headers.addMissing(from: SharedTakePage.unlisted)
    return response
  }

  /// What an address shows; `nil` if it never existed, has ended, or its take is in the trash or not here yet.
  private func shared(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Shared? {
    try rates.take(by: proxy.client(of: request), now: sessions.now)
    guard let id = PublicationID(parameters["id"]),
      let (publication, _) = try asking(store.publication(id)), publication.kind == .take,
      let take = try take(publication.row, in: publication.place),
      let name = take.sound.flatMap({ BlobName(bytes: $0.sha256) }),
      let blob = try passing(
        blobs.ready(name, of: publication.place.account), as: ServerError.files),
      let kind = BlobKind(rawValue: blob.mimeType), kind.isSound,
      take.edit.isEmpty || TakeCuts.canCut(take, kind)
    else { return nil }
    return Shared(
      id: id, account: publication.place.account, take: take, blob: blob, kind: kind)
  }

  /// A take that is not in the trash.
  private func take(_ id: RowID, in place: Place) throws(ServerError) -> Take? {
    guard let row = try asking(store.row(id, in: place))?.row(only: Self.fields),
      row.kind == .take, row.life == .alive
    else { return nil }
    let take = Take(row)
    // Parts that cannot be read are no reason to send all of it.
    let parts = row.value(KindID.take.field(12))
    let isRead = !take.edit.isEmpty || parts == .null || parts == .text("")
    return isRead ? take : nil
  }
}

// MARK: - For the owner

extension TakeLinkRoutes {
  @Sendable private func list(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    try show(try visit(request, parameters, .pull).place)
  }

  @Sendable private func share(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let place = try visit(request, parameters, .push).place
    let row = try Self.row(in: AccountBody(request))
    guard try take(row, in: place) != nil else { throw .noSuchTake }
    var publishing = try publish(row, in: place, request)
    if publishing == .full, try removeErased(in: place) {
      publishing = try publish(row, in: place, request)
    }
    switch publishing {
    case .noAccount: throw .noSession
    case .full: throw .linksFull
    case .published: return try show(place)
    }
  }

  private func publish(
    _ row: RowID, in place: Place, _ request: Request
  ) throws(ServerError) -> Publishing {
    let id = PublicationID.new()
    let publishing = try asking(
      store.publish(row, of: .take, in: place, as: id, now: sessions.now))
    if case .published(let publication) = publishing, publication.id == id {
      log.audit("take-shared", place.account, request)
    }
    return publishing
  }

  /// Removes the links of takes that were deleted for good, which no page can end; returns whether there were any.
  private func removeErased(in place: Place) throws(ServerError) -> Bool {
    var isAny = false
    for publication in try links(in: place) {
      let life = try asking(store.row(publication.row, in: place))?.row(only: [.life])?.life
      if life == nil || life == .purged {
        isAny = try asking(store.endPublication(of: publication.row, in: place)) || isAny
      }
    }
    return isAny
  }

  @Sendable private func end(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let place = try visit(request, parameters, .push).place
    let row = try Self.row(in: AccountBody(request))
    if try links(in: place).contains(where: { $0.row == row }),
      try asking(store.endPublication(of: row, in: place))
    {
      log.audit("take-link-ended", place.account, request)
    }
    return try show(place)
  }

  private func visit(
    _ request: Request, _ parameters: Parameters, _ use: SessionRates.Use
  ) throws(ServerError) -> Access.Visit {
    try access.visit(request, parameters, to: .share, use, in: store)
  }

  private static func row(in body: AccountBody) throws(ServerError) -> RowID {
    guard let bits = Bits128(hex: try body.text("take")) else { throw .noSuchTake }
    return RowID(bits)
  }

  private func links(in place: Place) throws(ServerError) -> [Publication] {
    try asking(store.publications(in: place)).filter { $0.kind == .take }
  }

  /// The links of a place.
  private func show(_ place: Place) throws(ServerError) -> Response {
    let list = try links(in: place).map { link in
      JSON.object([
        .init("take", .string(link.row.bits.hex)), .init("id", .string(link.id.text)),
        .init("since", .int(link.madeAt)),
      ])
    }
    return Response(json: .object([.init("links", .array(list))]))
  }
}

extension ServerError {
  fileprivate static let noSuchTake = refusal(
    .unprocessable, code: "no_such_take",
    message: "The server doesn’t have this take yet, so there is no link. Wait until everything "
      + "is synced and try again.")

  fileprivate static let linksFull = refusal(
    .conflict, code: "links_full",
    message: "You can share at most \(Publication.countLimit) takes by a link. Nothing was "
      + "changed. End a link first.")
}
