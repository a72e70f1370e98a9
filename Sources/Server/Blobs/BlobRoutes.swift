public import HTTP
import Ledger
import Storage

/// The files of an account: uploads below `/v1/uploads`, and complete files below `/v1/b`.
public struct BlobRoutes: Sendable {
  static let chunkType = "application/offset+octet-stream"

  let blobs: Blobs
  private let sessions: Sessions
  private let access: Access

  /// Serves `blobs` to their owners, within `limits`.
  public init(_ blobs: Blobs, sessions: Sessions, limits: RateLimits = RateLimits()) {
    self.blobs = blobs
    self.sessions = sessions
    access = Access(sessions, limits: limits)
  }

  public func add(to router: inout Router<ServerError>) {
    router.on(.post, "/v1/uploads", bodyLimit: UploadClaim.byteLimit, begin)
    router.on(.head, "/v1/uploads/{id}", look)
    router.on(.patch, "/v1/uploads/{id}", bodyLimit: Blobs.chunkLimit, append)
    router.on(.delete, "/v1/uploads/{id}", bodyLimit: UploadClaim.byteLimit, cancel)
    router.on(.get, "/v1/b/{sha256}", bytes)
  }

  // MARK: - Uploads

  @Sendable private func begin(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let signIn = try access.enter(request, .sendChunk)
    let claim = try UploadClaim.read(request, by: signIn.account)
    let progress = try passing(
      blobs.begin(claim, for: signIn.account, now: sessions.now), as: ServerError.files)
    guard case .arriving(let blob, let upload, let offset) = progress else {
      return Self.ready(.ok)
    }
    var response = Response(
      .created,
      json: """
        {"state":"arriving","upload":"\(upload.hex)","offset":\(offset)}

        """)
    response.headers.add("Location", "/v1/uploads/\(upload.hex)")
    response.headers.addMissing(from: Self.headers(of: blob, at: offset))
    return response
  }

  @Sendable private func look(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let signIn = try access.enter(request, .readFile)
    let upload = try Self.upload(parameters)
    let progress = try passing(
      blobs.progress(of: upload, for: signIn.account), as: ServerError.files)
    guard case .arriving(let blob, _, let offset) = progress else { return Self.ready(.ok) }
    return Response(.ok, headers: Self.headers(of: blob, at: offset))
  }

  @Sendable private func append(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let signIn = try access.enter(request, .sendChunk)
    let upload = try Self.upload(parameters)
    let chunk = try UploadChunk(request)
    let progress = try passing(
      blobs.append(
        request.body, checksum: chunk.checksum, at: chunk.offset, to: upload, for: signIn.account,
        now: sessions.now), as: ServerError.files)
    guard case .arriving(let blob, _, let offset) = progress else { return Self.ready(.created) }
    return Response(.noContent, headers: Self.headers(of: blob, at: offset))
  }

  @Sendable private func cancel(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let signIn = try access.enter(request, .sendChunk)
    let upload = try Self.upload(parameters)
    try passing(blobs.cancel(upload, for: signIn.account), as: ServerError.files)
    return Response(.noContent, headers: ["Cache-Control": "no-store"])
  }

  private static func upload(_ parameters: Parameters) throws(ServerError) -> UploadID {
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

  // MARK: - Complete files

  @Sendable private func bytes(
    _ request: Request, _ parameters: Parameters
  ) throws(ServerError) -> Response {
    let signIn = try access.enter(request, .readFile)
    guard let name = BlobName(hex: parameters["sha256"]) else { throw .notFound }
    let found = try passing(blobs.open(name, of: signIn.account), as: ServerError.files)
    guard let (blob, file) = found else { throw .notFound }
    return BlobAnswer(blob).response(to: request, closing: file)
  }
}
