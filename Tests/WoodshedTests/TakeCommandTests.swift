import Foundation
import Testing

/// What is done with takes, started as anybody would.
@Suite struct TakeCommandTests {
  private func withFolder(_ work: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try work(folder.path)
  }

  private func make(_ arguments: [String]) throws {
    let end = try Run(arguments).finish()
    #expect(end.code == 0 && end.errors.isEmpty, "\(end.errors)")
  }

  @Test(arguments: ["16", "24"]) func aTakeComesBackFromFlacAsItWas(bits: String) throws {
    try withFolder { folder in
      try make(
        ["drone", "--note", "A4", "--seconds", "2", "--bits", bits, "-o", folder + "/a.wav"])
      try make(["take", "flac", folder + "/a.wav", folder + "/a.flac"])
      try make(["take", "wav", folder + "/a.flac", folder + "/b.wav"])
      let one = try Data(contentsOf: URL(fileURLWithPath: folder + "/a.wav"))
      let other = try Data(contentsOf: URL(fileURLWithPath: folder + "/b.wav"))
      let flac = try Data(contentsOf: URL(fileURLWithPath: folder + "/a.flac"))
      // Headers of 44 and 80 bytes.
      #expect(one[44...] == other[80...])
      #expect(flac.count < one.count)
      // Damage is told, and nothing is written.
      var damaged = flac
      damaged[flac.count / 2] ^= 1
      try damaged.write(to: URL(fileURLWithPath: folder + "/a.flac"))
      let end = try Run(["take", "wav", folder + "/a.flac", folder + "/c.wav"]).finish()
      #expect(end.code == 1 && end.errors.contains("is damaged at byte"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/c.wav"))
    }
  }

  @Test func aTakeIsStretchedAndJudged() throws {
    try withFolder { folder in
      try make([
        "drone", "--note", "A4", "--timbre", "pure", "--seconds", "3", "-o", folder + "/a.wav",
      ])
      try make(
        [
          "take", "stretch", "--speed", "50", "--semitones", "2", folder + "/a.wav",
          folder + "/b.wav",
        ])
      let text = try Run(["take", "intonation", "--format", "csv", folder + "/b.wav"]).finish()
      let rows = text.output.split(separator: "\n")
      #expect(rows.first == "note,notes,seconds,mean,uncertainty,spread,in tune")
      let cells = rows[1].split(separator: ",", omittingEmptySubsequences: false)
      #expect(cells[0] == "B4" && abs(Double(cells[3]) ?? 9) < 1)
      #expect((Double(cells[2]) ?? 0) > 5)
      let told = try Run(["take", "intonation", folder + "/a.wav"]).finish()
      #expect(told.output.contains("A4"))
    }
  }

  @Test func aTakeIsComparedWithItsClick() throws {
    try withFolder { folder in
      try make(["click", "--tempo", "120", "--bars", "5", "-o", folder + "/a.wav"])
      let rows = try Run(
        ["take", "timing", "--tempo", "120", "--offset", "0", "--format", "csv", folder + "/a.wav"]
      ).finish().output.split(separator: "\n")
      #expect(rows.first == "onset,tick,milliseconds")
      // What begins on the first sample has nothing before it.
      #expect(rows.count >= 20)
      for row in rows.dropFirst() {
        #expect(abs(Double(row.split(separator: ",")[2]) ?? 9) < 0.1)
      }
      let told = try Run(["take", "timing", "--tempo", "120", folder + "/a.wav"]).finish()
      #expect(told.code == 0 && told.output.contains("ms"))
    }
  }

  @Test(arguments: [
    (["take"], 2, "Say what to do"),
    (["take", "flca", "a", "b"], 2, "Did you mean `flac`?"),
    (["take", "flac", "a.wav"], 2, "Say which take and what to write"),
    (["take", "timing"], 2, "Say which take"),
    (["take", "timing", "a.wav"], 2, "Say the click's tempo"),
    (["take", "timing", "--tempo", "5", "a.wav"], 2, "10.00 to 600.00"),
    (["take", "stretch", "--speed", "20", "/etc/passwd", "b"], 2, "25 to 200"),
    (["take", "stretch", "--semitones", "13", "/etc/passwd", "b"], 2, "-12 to 12"),
    (["take", "flac", "/nonexistent.wav", "b"], 1, "cannot be opened"),
    (["take", "flac", "/etc/passwd", "b"], 1, "is not a WAV file"),
    (["take", "intonation", "/etc/passwd"], 1, "is not a WAV file"),
  ])
  func whatIsWrongIsSaidInOneSentence(arguments: [String], code: Int32, message: String) throws {
    let end = try Run(arguments).finish()
    #expect(end.code == code)
    #expect(end.errors.contains(message), "\(end.errors)")
    #expect(end.errors.split(separator: "\n").count == 1)
  }
}
