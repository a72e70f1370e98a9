import HTTP
import Ledger
import Storage

/// The body that starts an upload: `{"sha256": …, "size": …, "type": …}`, and as `account` the one that the page
/// belongs to.
enum UploadClaim {
  static let byteLimit = 4_096

  static func read(_ request: Request, by account: AccountID) throws(ServerError) -> Blobs.Claim {
    let json = try AccountBody(request).json
    guard let name = json["sha256"]?.string.flatMap(BlobName.init(hex:)),
      let size = json["size"]?.int, size > 0, let mimeType = json["type"]?.string
    else { throw .badJSON }
    if let meant = json["account"]?.string, meant != account.bits.hex { throw .otherAccount }
    return Blobs.Claim(name: name, byteCount: size, mimeType: mimeType)
  }
}

/// The headers of a chunk: where it starts, and the checksum of its bytes.
struct UploadChunk {
  let offset: Int64
  let checksum: UInt32

  init(_ request: Request) throws(ServerError) {
    guard request.headers["Content-Type"] == BlobRoutes.chunkType,
      request.headers["Content-Encoding"] == nil
    else {
      throw .refusal(
        .unsupportedMediaType, code: "not_a_chunk",
        message: "Send a plain `\(BlobRoutes.chunkType)`. Nothing was saved.")
    }
    let offsets = request.headers.all("Upload-Offset")
    guard offsets.count == 1, let text = offsets.first, !text.isEmpty,
      text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let offset = Int64(text)
    else {
      throw .malformed("Send one Upload-Offset: the byte at which the chunk starts.")
    }
    let sums = request.headers.all("Upload-Checksum")
    let words = sums.first?.split(separator: " ") ?? []
    guard sums.count == 1, words.count == 2, words[0] == "crc32c", words[1].utf8.count == 8,
      let sum = Hex.number(Array(words[1].utf8)[...])
    else {
      throw .malformed("Send one Upload-Checksum: `crc32c` and eight hexadecimal digits.")
    }
    self.offset = offset
    checksum = UInt32(truncatingIfNeeded: sum)
  }
}
