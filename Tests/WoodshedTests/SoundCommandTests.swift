import Foundation
import Testing

/// The commands that hear and sound, started as anybody would.
@Suite struct SoundCommandTests {
  private static func path(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + name).path
  }

  private func rows(_ arguments: [String]) throws -> [[String]] {
    let end = try Run(arguments).finish()
    #expect(end.code == 0)
    #expect(end.errors.isEmpty)
    return end.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func theClickIsWhereItsCueIs() throws {
    let path = Self.path(".wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let options = ["--tempo", "131.37", "--beats", "5", "--grouping", "2+3", "--bars", "3"]
    let cues = try rows(["click", "--cues"] + options)
    #expect(cues[0] == ["sample", "seconds", "bar", "beat", "subdivision", "accent"])
    #expect(cues.count == 16)
    #expect(cues[1] == ["0", "0.000000", "1", "1", "1", "strong"])
    #expect(cues[4][5] == "soft" && cues[3][5] == "normal")
    #expect(try Run(["click", "-o", path] + options).finish().code == 0)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // A plain header of 44 bytes: PCM, one channel, 48 kHz, 24 bits.
    #expect(
      Array(bytes[16..<36]) == [
        16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0x80, 0x32, 2, 0, 3, 0, 24, 0,
      ])
    let samples = stride(from: 44, to: bytes.count - 2, by: 3).map { place in
      Int32(bytes[place]) << 8 | Int32(bytes[place + 1]) << 16 | Int32(bytes[place + 2]) << 24
    }
    var silent = 1_000
    var onsets: [Int] = []
    for (index, sample) in samples.enumerated() {
      if sample != 0, silent >= 1_000 { onsets.append(index) }
      silent = sample == 0 ? silent + 1 : 0
    }
    #expect(onsets == cues.dropFirst().compactMap { Int($0[0]) })
  }

  @Test func aDroneIsHeardAsItsNote() throws {
    let path = Self.path(".wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let made = try Run(
      [
        "drone", "--note", "B4", "--a4", "442", "--timbre", "pure", "--seconds", "2", "--output",
        path,
      ]
    ).finish()
    #expect(made.code == 0)
    let heard = try rows(["pitch", "--format", "csv", "--a4", "442", path])
    #expect(heard[0] == ["time", "frequency", "note", "cents", "clarity", "level"])
    #expect(heard[1][0] == "0.010667")
    let middle = heard[heard.count / 2]
    #expect(middle[2] == "B4")
    #expect(abs(try #require(Double(middle[1])) - 496.1284) < 0.001)
    let text = try Run(["pitch", "--a4", "442", "--instrument", "clarinet-b-flat", path]).finish()
    #expect(text.output.contains("C♯5"))
    let json = try Run(["pitch", "--format", "json", "--mode", "precise", path]).finish()
    let parsed = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(parsed?.count == heard.count - 1)
    let lines = try rows(["spectrum", "--floor", "40", path])
    #expect(lines.count == 2)
    #expect(abs(try #require(Double(lines[1][0])) - 496.128) < 0.05)
  }

  /// Writes a tone as a WAV file and gives what `crow` says of it.
  private func crow(
    of tone: [String], _ arguments: [String]
  ) throws -> (code: Int32, output: String, errors: String) {
    let path = Self.path(".wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try Run(["drone"] + tone + ["-o", path]).finish().code == 0)
    return try Run(["crow", path] + arguments).finish()
  }

  @Test func aCrowIsToldAsJSONAndInWords() throws {
    let octaves = ["--note", "C5", "--chord", "1,2", "--timbre", "pure", "--seconds", "3"]
    let end = try crow(of: octaves, ["--format", "json"])
    #expect(end.code == 0 && end.errors.isEmpty)
    let names = [
      "kind", "hertz", "note", "cents", "partials", "balance", "rattle", "seconds", "clipped",
      "spectrum",
    ]
    var rest = end.output[...]
    for name in names {
      let place = try #require(rest.range(of: "\"\(name)\":"), "\(name) is not in its place")
      rest = rest[place.upperBound...]
    }
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any])
    #expect(json.count == names.count)
    #expect(json["kind"] as? String == "two" && json["note"] as? String == "C5")
    #expect(abs(try #require(json["hertz"] as? Double) - 523.251) < 0.01)
    #expect(abs(try #require(json["cents"] as? Double)) < 0.05)
    #expect(json["balance"] as? Int == 5 && (json["spectrum"] as? [Double])?.count == 120)
    #expect(try #require(json["rattle"] as? Double) < 0.01 && json["clipped"] as? Bool == false)
    let partials = try #require(json["partials"] as? [[String: Any]])
    #expect(partials.map { $0["note"] as? String } == ["C5", "C6", "C7", "C8"])
    #expect(partials.map { $0["sounds"] as? Bool } == [true, true, false, false])
    let words = try crow(of: octaves, ["--a4", "430", "--flats"])
    #expect(
      words.code == 0
        && words.output.hasPrefix("crow     two Cs\npitch    C5 +39.8 cents, 523.25 Hz\n"))
    let flat = ["--note", "Bb4", "--timbre", "pure", "--seconds", "1"]
    #expect(try crow(of: flat, ["--flats"]).output.hasPrefix("crow     one C\npitch    B♭4 "))
  }

  @Test func whatIsNoCrowIsToldToo() throws {
    let path = Self.path(".wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    // Ten clicks and silence between them.
    #expect(
      try Run(["click", "--tempo", "60", "--seconds", "10", "-o", path]).finish().code == 0)
    let end = try Run(["crow", path, "--format", "json"]).finish()
    #expect(end.code == 0)
    #expect(
      end.output.hasPrefix(
        #"{"kind":"none","hertz":null,"note":null,"cents":null,"partials":[],"balance":null,"rattle":null,"#
      ))
    let short = try crow(of: ["--note", "C5", "--seconds", "0.3"], [])
    #expect(short.code == 1 && short.output.isEmpty)
    #expect(
      short.errors.contains("is too short to be measured. Record the crow for 2 to 5 seconds."))
  }

  @Test func theGridOfSequenzaVIIIsToldInSeconds() throws {
    let cues = try rows(["score", "sequenza-vii", "--cues", "--scale", "75"])
    #expect(cues[0] == ["seconds", "line", "bar", "kind", "length"])
    #expect(cues.count == 1 + 3 + 169)
    #expect(cues[1] == ["-3.000000", "", "", "count", "1.000000"])
    #expect(cues[4] == ["0.000000", "1", "1", "bar", "4.000000"])
    #expect(cues[172][..<4] == ["390.400000", "13", "13", "bar"])
    let part = try rows(
      ["score", "sequenza-vii", "--cues", "--count-in", "0", "--lines", "2-3", "--bars", "7"])
    #expect(part.dropFirst().map { $0[1] + "." + $0[2] } == ["2.7", "3.7"])
    let turned = try Run(
      ["score", "sequenza-vii", "--cues", "--count-in", "0", "--lines", "3-2", "--bars", "7"]
    ).finish()
    #expect(turned.code == 0 && turned.output.contains(",2,7,bar,"))
    #expect(turned.errors.contains("--lines 3-2 is backwards; 2-3 is used."))
    let check = try Run(["score", "sequenza-vii", "--check"]).finish()
    #expect(check.output.contains("Without holds 4:53.800."))
  }

  @Test func aScoreOfOnesOwnIsReadOrItsMistakeShown() throws {
    let path = Self.path(".score")
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("columns 2 1.5\nlines 2\nhold 2.2 3\n".utf8).write(to: URL(fileURLWithPath: path))
    let cues = try rows(["score", path, "--cues", "--count-in", "0"])
    #expect(cues.last == ["7.000000", "2", "2", "hold", "3.000000"])
    try Data("columns 2 1.5\nlines 2\nhold 9.2 3\n".utf8).write(to: URL(fileURLWithPath: path))
    let end = try Run(["score", path, "--cues"]).finish()
    #expect(end.code == 1)
    #expect(end.errors.contains("line 3, column 6: there is no bar 2 in line 9 so far."))
  }

  @Test func tapsAreRead() throws {
    let path = Self.path(".txt")
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("0\n0.5\n1\r\n\n1.5\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try Run(["tap", path]).finish().output == "120.00 ± 0.00 bpm, 4 taps\n")
    try Data("0\nhalf\n".utf8).write(to: URL(fileURLWithPath: path))
    let end = try Run(["tap", path]).finish()
    #expect(end.code == 1)
    #expect(end.errors.contains("Line 2"))
  }

  @Test(arguments: [
    (["pitch"], 2, "Say which file"),
    (["pitch", "/nonexistent.wav"], 1, "`/nonexistent.wav` cannot be opened: No such file"),
    (["pitch", "/etc/passwd"], 1, "is not a WAV file"),
    (["pitch", "--mode", "fats", "x.wav"], 2, "Did you mean `fast`?"),
    (["pitch", "--a4", "500", "x.wav"], 2, "380.000 to 480.000"),
    (["pitch", "--temperament", "edo-0", "x.wav"], 2, "1 to 1024 equal steps"),
    (["pitch", "--temperament", "/nonexistent.scl", "x.wav"], 1, "cannot be opened"),
    (["pitch", "--root", "H", "x.wav"], 2, "a letter from A to G"),
    (["click"], 2, "Say where the sound goes"),
    (["click", "--tempo", "9.99", "--cues"], 2, "10.00 to 600.00"),
    (["click", "--tempo", "120.005", "--cues"], 2, "at most 2 decimal places"),
    (["click", "--grouping", "2+3", "--beats", "4", "--cues"], 2, "has 5 beats, not 4"),
    (["click", "--poly", "3", "--cues"], 2, "two to four numbers"),
    (["click", "--ramp", "step:+2:4:60", "--cues"], 2, "--ramp takes"),
    (["click", "--gap", "4", "--cues"], 2, "--gap takes"),
    (["click", "--bars", "2", "--seconds", "3", "--cues"], 2, "not both"),
    (["click", "--cues=yes"], 2, "takes no value"),
    (["click", "-o", "/nonexistent/click.wav"], 1, "cannot be written: No such file"),
    (["drone", "-o", "x.wav"], 2, "Say which note"),
    (["drone", "--note", "B", "-o", "x.wav"], 2, "its octave is missing"),
    (["drone", "--note", "C9", "-o", "x.wav"], 2, "from C1 to C8"),
    (["drone", "--note", "A4", "--chord", "1,0", "-o", "x.wav"], 2, "--chord takes"),
    (["drone", "--note", "A4", "--timbre", "999999999", "-o", "x.wav"], 2, "nine digits"),
    (["drone", "--note", "A4", "--bits", "8", "-o", "x.wav"], 2, "16, 24, 32f"),
    (["score"], 2, "Say which score"), (["score", "/nonexistent"], 1, "cannot be opened"),
    (["score", "sequenza-vii", "--lines", "0-3", "--cues"], 2, "1 to 13"),
    (["score", "sequenza-vii", "--scale", "10", "--cues"], 2, "20 to 300"),
    (["spectrum", "/etc/passwd"], 1, "is not a WAV file"),
    (["crow"], 2, "Say which recording"), (["crow", "/etc/passwd"], 1, "is not a WAV file"),
    (["crow", "--a4", "500", "x.wav"], 2, "380.000 to 480.000"),
    (["crow", "--format", "csv", "x.wav"], 2, "one of text, json"),
    (["tap", "/nonexistent"], 1, "cannot be opened"),
  ])
  func whatIsWrongIsSaidInOneSentence(arguments: [String], code: Int32, message: String) throws {
    let end = try Run(arguments).finish()
    #expect(end.code == code)
    #expect(end.errors.hasPrefix("woodshed: "))
    #expect(end.errors.contains(message))
    #expect(end.errors.split(separator: "\n").count == 1)
  }

  @Test func aFileThatIsCutShortIsReadAsFarAsItGoes() throws {
    let path = Self.path(".wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      try Run(["drone", "--note", "A4", "--seconds", "1", "-o", path]).finish().code == 0)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole[..<100_000].write(to: URL(fileURLWithPath: path))
    let end = try Run(["pitch", "--format", "csv", path]).finish()
    #expect(end.code == 1)
    #expect(end.output.split(separator: "\n").count == 1 + 33_318 / 512)
    #expect(end.errors.contains("33318 of the 48000 frames"))
  }
}
