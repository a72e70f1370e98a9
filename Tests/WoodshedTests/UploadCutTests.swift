import Foundation
import Ledger
import TestSupport
import Testing

/// An upload over a line that is cut at any byte: it goes on where the server has it, and little is sent twice.
@Suite struct UploadCutTests {
  private static let chunkSize = 16_384

  @Test func resendsAtMostOneChunk() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/web", withIntermediateDirectories: true)
    try Data("page".utf8).write(to: URL(fileURLWithPath: folder.path + "/web/index.html"))
    let program = try ServedProgram(data: folder.path + "/data", web: folder.path + "/web")
    defer { program.kill() }
    var random = RandomBits(seed: 20_261_123)
    let file = wave(of: 40 * Self.chunkSize + 1_000, &random)
    let name = SHA256.digest(of: file).hex
    let claim = #"{"sha256":"\#(name)","size":\#(file.count),"type":"audio/wav"}"#
    let caller = try program.connect()
    let begun = try #require(
      caller.ask("POST", "/v1/uploads", "application/json", body: Array(claim.utf8)))
    let location = try #require(begun.header("Location"))
    var (acknowledged, cuts, most) = (0, 0, 0)
    var isReady = false
    while !isReady {
      let chunk = Array(file[acknowledged...].prefix(Self.chunkSize))
      let request = self.request(for: chunk, at: acknowledged, to: location, caller)
      let head = request.count - chunk.count
      // At each of its bytes that is special, and at some that are not.
      var places = [0, 1, head - 1, head, head + 1, request.count - 1, request.count]
      places += (0..<6).map { _ in random.below(request.count) }
      for place in places.sorted() where !isReady {
        let line = try program.connect()
        line.client.send(request[..<place])
        if place % 2 == 0 { line.client.finishSending() }
        cuts += 1
        // Whole, it may be taken, whether its answer is heard or not.
        if place == request.count { _ = line.client.readAnswer() }
        let now = try #require(try offset(of: location, caller, fileSize: file.count))
        #expect(now >= acknowledged && now <= acknowledged + chunk.count)
        if place < request.count {
          // An upload takes whole chunks: what came of one that was cut is sent again, and it is less than one.
          #expect(now == acknowledged)
          most = max(most, place - head)
        }
        acknowledged = now
        isReady = now == file.count
      }
    }
    #expect(caller.ask("GET", "/v1/b/\(name)")?.body == file)
    #expect(most < Self.chunkSize)
    print(
      "Upload of \(file.count) bytes in chunks of \(Self.chunkSize), cut \(cuts) times: at most "
        + "\(most) bytes were sent again after a cut.")
  }

  private func request(
    for chunk: [UInt8], at offset: Int, to location: String, _ caller: Caller
  ) -> [UInt8] {
    let sum = Hex.text(of: UInt64(CRC32C.checksum(of: chunk[...])), digits: 8)
    return caller.request(
      "PATCH", location, "application/offset+octet-stream",
      ["Upload-Offset: \(offset)", "Upload-Checksum: crc32c \(sum)"], body: chunk)
  }

  /// How far the server has it: where it knows the upload no longer, it has the file.
  private func offset(of location: String, _ caller: Caller, fileSize: Int) throws -> Int? {
    let answer = try #require(caller.ask("HEAD", location))
    if answer.status == 404 { return fileSize }
    return answer.header("Upload-Offset").flatMap { Int($0) }
  }
}
