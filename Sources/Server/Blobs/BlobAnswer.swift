import HTTP
import Platform
import Storage

/// The answer with a file: a browser can show sound and pictures, runs nothing, and caches nothing for others.
struct BlobAnswer {
  private let blob: Blob
  private let tag: EntityTag

  init(_ blob: Blob) {
    self.blob = blob
    tag = EntityTag(blob.name.hex)
  }

  /// The answer to GET or HEAD, with all or a part of the file; it closes `file` when it has been sent.
  func response(to request: Request, closing file: OpenFile) -> Response {
    response(
      to: request, FilePart(closing: file.descriptor, from: 0, count: Int(blob.byteCount)))
  }

  /// The answer with all or a part of a file that others may be reading.
  func response(to request: Request, _ all: FilePart) -> Response {
    if let known = request.headers["If-None-Match"], tag.isNamed(in: known) {
      return Response(.notModified, headers: headers, body: Body(all))
    }
    switch wantedRange(of: request) {
    case .all: return Response(.ok, headers: headers, body: Body(all))
    case .part(let range):
      var headers = headers
      headers.add(
        "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(blob.byteCount)")
      return Response(.partialContent, headers: headers, body: Body(all.part(range)))
    case .none:
      return Response(
        .rangeNotSatisfiable,
        headers: ["Content-Range": "bytes */\(blob.byteCount)", "Cache-Control": "no-store"])
    }
  }

  /// The range, if it is for this version; only GET has one.
  private func wantedRange(of request: Request) -> ByteRange {
    guard request.method == .get, request.headers.all("Range").count == 1 else { return .all }
    if let version = request.headers["If-Range"], version != tag.text { return .all }
    return ByteRange(request.headers["Range"], of: blob.byteCount)
  }

  private var headers: Headers {
    let kind = BlobKind(rawValue: blob.mimeType)
    let place =
      kind?.isShownInPlace == true
      ? "inline" : "attachment; filename=\"\(blob.name.hex.prefix(16)).\(kind?.ending ?? "bin")\""
    return [
      "Content-Type": kind?.rawValue ?? "application/octet-stream",
      "Content-Disposition": place,
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
      // The browser may cache it, but asks each time whether the signed-in account may have it.
      "Cache-Control": "private, no-cache",
      "Accept-Ranges": "bytes",
      "ETag": tag.text,
    ]
  }
}
