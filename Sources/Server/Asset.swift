import HTTP
import Ledger

/// Content that is sent often, such as a file of the web build, prepared in each of its encodings.
struct Asset: Sendable {
  /// The bytes and those of their encodings, by content coding: `br`, `gzip`.
  struct Content: Sendable {
    var plain: [UInt8]
    var encoded: [String: [UInt8]] = [:]
  }

  /// One encoding of the file: the whole answer, and the one for a client that already has it.
  private struct Variant: Sendable {
    let coding: String
    let tag: EntityTag
    let whole: Response
    let unchanged: Response
  }

  private let plain: Variant
  /// From the smallest on the wire to the largest.
  private let encoded: [Variant]

  /// Prepares the answers for the file at `path`, each with the `shared` headers.
  init(path: String, content: Content, status: Status = .ok, shared: Headers) {
    let digest = Self.digest(inName: path)
    let isLasting = digest != nil && status == .ok
    var headers: Headers = [
      "Cache-Control": isLasting ? "public, max-age=31536000, immutable" : "no-cache"
    ]
    headers.addMissing(from: shared)
    self.init(content, ContentType.ofFile(named: path), status: status, headers, digest: digest)
  }

  /// Prepares the answers for some content, each with these headers.
  ///
  /// - Parameter digest: the digest of the plain content, if it is known: calculating it for a whole web build takes half of a
  ///   server's start.
  init(
    _ content: Content, _ type: String, status: Status = .ok, _ all: Headers,
    digest: String? = nil
  ) {
    func variant(_ coding: String, _ bytes: [UInt8]) -> Variant {
      let tag = EntityTag(
        digest.map { "\($0)-\(coding)" } ?? String(SHA256.digest(of: bytes).hex.prefix(32)))
      var headers: Headers = ["ETag": tag.text]
      if !content.encoded.isEmpty { headers.add("Vary", "Accept-Encoding") }
      headers.addMissing(from: all)
      let body = Body(bytes)
      // As with HEAD, only the length of the body is used.
      let unchanged = Response(.notModified, headers: headers, body: body)
      headers.add("Content-Type", type)
      if coding != "identity" { headers.add("Content-Encoding", coding) }
      let whole = Response(status, headers: headers, body: body)
      return Variant(
        coding: coding, tag: tag, whole: whole.sealed(), unchanged: unchanged.sealed())
    }
    plain = variant("identity", content.plain)
    encoded = ["br", "gzip"].compactMap { coding in
      content.encoded[coding].map { variant(coding, $0) }
    }
  }

  /// How many bytes all encodings take together.
  var byteCount: Int {
    encoded.reduce(plain.whole.body.count) { $0 + $1.whole.body.count }
  }

  /// The answer to a GET or HEAD for it.
  func respond(to request: Request) -> Response {
    let variant = variant(for: request)
    guard variant.whole.status == .ok, let known = request.headers["If-None-Match"],
      variant.tag.isNamed(in: known)
    else { return variant.whole }
    return variant.unchanged
  }

  private func variant(for request: Request) -> Variant {
    guard !encoded.isEmpty, let header = request.headers["Accept-Encoding"] else { return plain }
    let accepted = AcceptEncoding(header)
    var best = (variant: plain, weight: 0.0)
    for variant in encoded {
      let weight = accepted.weight(of: variant.coding)
      if weight > best.weight { best = (variant, weight) }
    }
    return best.variant
  }

  /// The digest of its content in a path, so that the content never changes: `/assets/app-0123456789abcdef.js`.
  static func digest(inName path: String) -> String? {
    guard path.hasPrefix("/assets/"), let name = path.split(separator: "/").last else {
      return nil
    }
    return name.split(separator: "-").dropFirst().compactMap { part in
      let digits = part.utf8.prefix { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
      let isDigest = digits.count == 16 && part.utf8.dropFirst(16).first == UInt8(ascii: ".")
      return isDigest ? String(digits) : nil
    }.last
  }
}
