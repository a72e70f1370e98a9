public import HTTP
import Ledger
import Platform
import Storage

/// Files of whoever is signed in: uploads below `/v1/uploads`, and what is there below `/v1/b`.
public struct BlobRoutes: Sendable {
  static let chunkType = "application/offset+octet-stream"

  let blobs: Blobs
  private let sessions: Sessions
  private let rates: SessionRates
  private let log: EventLog

  /// Serves `blobs` to whom they belong, each device as much as `limits` let it have.
  public init(
    _ blobs: Blobs, sessions: Sessions, limits: RateLimits = RateLimits(), log: EventLog
  ) {
    self.blobs = blobs
    self.sessions = sessions
    rates = SessionRates(limits)
    self.log = log
  }

  public func add(to router: inout Router) {
    router.on(.post, "/v1/uploads", bodyLimit: UploadClaim.byteLimit, begin)
    router.on(.head, "/v1/uploads/{id}", look)
    router.on(.patch, "/v1/uploads/{id}", bodyLimit: Blobs.chunkLimit, append)
    router.on(.delete, "/v1/uploads/{id}", bodyLimit: UploadClaim.byteLimit, cancel)
    router.on(.get, "/v1/b/{sha256}", bytes)
  }

  // MARK: - Uploads

  @Sendable private func begin(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let signIn = try enter(request, .sendChunk)
    let claim = try UploadClaim.read(request, by: signIn.account)
    return try doing(for: request) { () throws(BlobError) in
      switch try blobs.begin(claim, for: signIn.account, now: sessions.now) {
      case .ready: return Self.ready(.ok)
      case .arriving(let blob, let upload, let offset):
        var response = Response(
          .created,
          json: """
            {"state":"arriving","upload":"\(upload.hex)","offset":\(offset)}

            """)
        response.headers.add("Location", "/v1/uploads/\(upload.hex)")
        response.headers.addMissing(from: Self.headers(of: blob, at: offset))
        return response
      }
    }
  }

  @Sendable private func look(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let signIn = try enter(request, .readFile)
    let upload = try Self.upload(parameters)
    return try doing(for: request) { () throws(BlobError) in
      let progress = try blobs.progress(of: upload, for: signIn.account)
      guard case .arriving(let blob, _, let offset) = progress else { return Self.ready(.ok) }
      return Response(.ok, headers: Self.headers(of: blob, at: offset))
    }
  }

  @Sendable private func append(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let signIn = try enter(request, .sendChunk)
    let upload = try Self.upload(parameters)
    let chunk = try UploadChunk(request)
    return try doing(for: request) { () throws(BlobError) in
      let progress = try blobs.append(
        request.body, checksum: chunk.checksum, at: chunk.offset, to: upload, for: signIn.account,
        now: sessions.now)
      guard case .arriving(let blob, _, let offset) = progress else { return Self.ready(.created) }
      return Response(.noContent, headers: Self.headers(of: blob, at: offset))
    }
  }

  @Sendable private func cancel(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let signIn = try enter(request, .sendChunk)
    let upload = try Self.upload(parameters)
    return try doing(for: request) { () throws(BlobError) in
      try blobs.cancel(upload, for: signIn.account)
      return Response(.noContent, headers: ["Cache-Control": "no-store"])
    }
  }

  private static func upload(_ parameters: Parameters) throws(HTTPError) -> UploadID {
    guard let upload = UploadID(hex: parameters["id"]) else { throw .notFound }
    return upload
  }

  private static func ready(_ status: Status) -> Response {
    Response(status, json: "{\"state\":\"ready\"}\n")
  }

  private static func headers(of blob: Blob, at offset: Int64) -> Headers {
    [
      "Upload-Offset": "\(offset)", "Upload-Length": "\(blob.byteCount)",
      "Cache-Control": "no-store",
    ]
  }

  // MARK: - What is there

  @Sendable private func bytes(
    _ request: Request, _ parameters: Parameters
  ) throws(HTTPError) -> Response {
    let signIn = try enter(request, .readFile)
    guard let name = BlobName(hex: parameters["sha256"]) else { throw .notFound }
    let found = try doing(for: request) { () throws(BlobError) in
      try blobs.open(name, of: signIn.account)
    }
    guard let (blob, file) = found else { throw .notFound }
    return BlobAnswer(blob).response(to: request, closing: file)
  }

  // MARK: - Who may, and what goes wrong

  private func enter(_ request: Request, _ use: SessionRates.Use) throws(HTTPError) -> SignIn {
    let signIn = try sessions.require(request)
    try rates.take(use, by: signIn.account, now: sessions.now)
    return signIn
  }

  private func doing<Value>(
    for request: Request, _ work: () throws(BlobError) -> Value
  ) throws(HTTPError) -> Value {
    do throws(BlobError) {
      return try work()
    } catch {
      if case .refused(let refusal) = error { throw HTTPError(refusal) }
      var line = LogLine(.error, "files")
      line.add("failure", error.logWord)
      line.add("id", request.id.description)
      log.write(line)
      throw error.failure.answer
    }
  }
}

extension BlobError {
  /// What a device is told of it: a full disk is one, whoever met it.
  fileprivate var failure: StorageError {
    switch self {
    case .store(let error): error
    case .files(let error): error.isFullDisk ? .full : .unavailable
    case .refused: .unavailable
    }
  }
}
