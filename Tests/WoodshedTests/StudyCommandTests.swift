import Foundation
import Testing

/// A study from its coordinator's side.
@Suite struct StudyCommandTests {
  private let desk = CommandDesk("study")
  private var folder: String { desk.folder.path }
  private var out: String { folder + "/study.json" }

  /// What a rating differs by from its place in order.
  private static let errors = [3, -2, 1, -4, 2, 0, -3, 4, -1, 1]

  private static func id(_ letter: String, _ number: Int) -> String {
    letter + String(format: "%016x", number)
  }

  /// A player's file: gouge and success in the same order, but for the third, for whom it is reversed.
  private func player(
    _ number: Int, reeds: Int = 10, day: Int = 5, models: [String] = ["RC 10.5"],
    origins: [String] = ["own"], file: String? = nil
  ) throws {
    let tools = models.enumerated().map { place, model in
      #"{"id":"\#(Self.id("t", place))","kind":"shaper","model":"\#(model)"}"#
    }
    let lines = (0..<reeds).map { reed in
      let place = (reed * 7 + number * 3) % 10
      var success = max(1, min(10, place + Self.errors[reed * number % 10]))
      if number == 3 { success = 11 - success }
      return
        #"{"id":"\#(Self.id("r", reed))","day":\#(reed),"instrument":"oboe","origin":"\#(origins[reed % origins.count])","stage":"in_use","#
        + #""values":{"g_a_m":0.\#(550 + 10 * place),"gouge_state":"\#(reed % 2 == 0 ? "Wet" : "Dry")","#
        + #""shaper":{"ref":"\#(Self.id("t", reed % models.count))"}},"#
        + #""snapshots":[{"id":"\#(Self.id("s", reed))","values":{"success":\#(success)}}]}"#
    }
    _ = try desk.file(
      file ?? "in/\(number).json",
      """
      {"format":"double-reed-log","version":1,"scope":"study",
      "study":{"code":"OBOE-26","participant":"\(Self.id("p", number))","consent":{"text_version":1,"items":["measurements","ratings","models"],"guardian":false,"given_day":\(day)},"app":"0.1.0","language":"en"},
      "fields":[],
      "tools":[\(tools.joined(separator: ","))],
      "reeds":[
      \(lines.joined(separator: ",\n"))]}

      """)
  }

  private func withdrawal(_ number: Int) throws {
    _ = try desk.file(
      "in/w\(number).json",
      #"{"format":"double-reed-log","version":1,"scope":"study-withdrawal","study":{"code":"OBOE-26","participant":"\#(Self.id("p", number))"},"action":"delete"}"#
    )
  }

  private func fill() throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/in", withIntermediateDirectories: true)
    for number in 1...5 { try player(number) }
  }

  /// Replaces parts of a player's file.
  private func change(_ number: Int, _ changes: KeyValuePairs<String, String>) throws {
    let path = folder + "/in/\(number).json"
    var text = try desk.text(path)
    for (part, other) in changes {
      #expect(text.contains(part))
      text = text.replacingOccurrences(of: part, with: other)
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func collect(_ more: String...) throws -> (code: Int32, output: String, errors: String) {
    try desk.run(["collect", folder + "/in"] + more)
  }

  // MARK: - Collecting

  @Test func playersAreMergedAndThoseWhoWithdrewAreNot() throws {
    try fill()
    try player(6)
    try withdrawal(6)
    let end = try collect("--out", out)
    #expect(end.code == 0, "\(end.errors)")
    #expect(
      end.output == """
        p0000000000000006 has withdrawn and is left out. Delete 6.json.
        OBOE-26: 5 players with 50 reeds.
        1 tool name kept; 0 of fewer than 5 players became “other”.
        7 choices kept; 0 of fewer than 5 players became “other”.
        \(out) contains them.

        """)
    let text = try desk.text(out)
    #expect(text.contains(Self.id("p", 5)) && !text.contains(Self.id("p", 6)))
    #expect(text.contains("RC 10.5") && text.contains(#""scope":"study-collection""#))
    // The same files give the same bytes, and an existing file is not overwritten.
    #expect(try collect("--out", out).code == 1)
    #expect(try collect("--out", out, "--force").code == 0)
    #expect(try desk.text(out) == text)
    #expect(try collect("--out", "-").output == text)
    let check = try collect()
    #expect(check.output.hasSuffix("Nothing was written: add --out FILE.\n"))
  }

  @Test func namesOfFewPlayersArePooled() throws {
    try fill()
    try player(1, models: ["rc  10.5", "Grandma's"])
    try player(2, models: ["RC 10.5", "Grandma's"])
    let end = try collect("--out", out)
    #expect(
      end.output.contains("1 tool name kept; 1 of fewer than 5 players became “other”."),
      "\(end.errors)")
    let text = try desk.text(out)
    #expect(!text.contains("Grandma"))
    #expect(text.components(separatedBy: #""model":"other""#).count == 3)
    // With a fifth player, the name stays.
    for number in 3...5 { try player(number, models: ["RC 10.5", "Grandma's"]) }
    #expect(try collect("--out", out, "--force").output.contains("2 tool names kept"))
    #expect(try desk.text(out).contains("Grandma"))
  }

  @Test func choicesOfFewPlayersArePooled() throws {
    try fill()
    try player(6)
    let values = #""values":{"g_a_m""#
    try change(1, [#""instrument":"oboe""#: #""instrument":"heckelphone""#])
    try change(
      2,
      [
        values: #""values":{"retire_reason":"Mould","g_a_m""#,
        #""reeds":["#:
          #""cane":[{"id":"\#(Self.id("c", 1))","discarded":true,"values":{"cane_form":"Tube"}}],"reeds":["#,
      ])
    try change(
      3,
      [
        values: #""values":{"retire_reason":"Sold","g_a_m""#,
        #""kind":"shaper""#: #""kind":"shaper","events":[{"day":2,"kind":"bed_reset"}]"#,
      ])
    try change(4, [#""origin":"own""#: #""style":"viennese","origin":"own""#])
    try change(5, [#""values":{"success""#: #""values":{"verdict":"Concert","success""#])
    try change(
      6,
      [
        #""items":["#: #""items":["stages","adjustments","#,
        #""stage":"in_use""#:
          #""stage":"declining","stages":[{"to":"declining"}],"adjustments":[{"area":"heart"}]"#,
      ])
    let end = try collect("--out", out)
    #expect(
      end.output.contains(
        """
        7 choices kept; 9 of fewer than 5 players became “other”: area heart; cane_form Tube; event bed_reset; \
        instrument heckelphone; retire_reason Mould, Sold; stage declining; style viennese; verdict Concert.
        \(out) contains them.
        """), "\(end.output)\(end.errors)")
    let text = try desk.text(out)
    for rare in [
      "heart", "Tube", "bed_reset", "heckelphone", "Mould", "Sold", "declining", "viennese",
      "Concert",
    ] { #expect(!text.contains(rare), "\(rare)") }
    for pooled in [
      #""area":"other""#, #""cane_form":"other""#, #""kind":"other""#, #""instrument":"other""#,
      #""retire_reason":"other""#, #""stage":"other""#, #""to":"other""#, #""style":"other""#,
      #""verdict":"other""#,
    ] { #expect(text.contains(pooled), "\(pooled)") }
    // What stays: everything common, and a discarded piece is still one.
    #expect(text.contains(#""gouge_state":"Dry""#) && text.contains(#""discarded":true"#))
    // Pooled values differ, so they are no group.
    let list = try desk.run(["analyse", out])
    #expect(list.code == 0, "\(list.errors)")
    for input in ["retire_reason", "style"] {
      #expect(
        try desk.run(["analyse", out, "--input", input]).errors.contains(
          "No value of --input `\(input)` is shared by 5 players, so it has no groups."))
    }
    // With five players, a choice stays.
    for number in 2...6 {
      try player(number)
      try change(number, [#""origin":"own""#: #""style":"viennese","origin":"own""#])
    }
    #expect(try collect("--out", out, "--force").code == 0)
    #expect(try desk.text(out).contains(#""style":"viennese""#))
  }

  /// Where “other” could only be one choice, it would say which.
  @Test func aRareChoiceThatOtherWouldGiveAwayIsLeftOut() throws {
    try fill()
    try player(6, origins: ["bought_blank"])
    for number in 1...5 { try player(number, origins: ["own", "student", "bought_reed"]) }
    for number in 1...6 {
      try change(
        number, [#""values":{"g_a_m""#: #""values":{"wire":\#(number == 1),"g_a_m""#])
    }
    for number in 3...6 { try change(number, [#""Dry""#: #""Wet""#]) }
    try change(6, [#""guardian":false"#: #""guardian":true"#])
    let end = try collect("--out", out)
    #expect(
      end.output.contains(
        """
        9 choices kept; 0 of fewer than 5 players became “other”.
        4 left out, as “other” would give them away: gouge_state Dry; guardian yes; origin bought_blank; wire yes.

        """), "\(end.output)\(end.errors)")
    let text = try desk.text(out)
    for rare in ["Dry", #""guardian":true"#, "bought_blank", #""wire":true"#] {
      #expect(!text.contains(rare), "\(rare)")
    }
    #expect(text.contains(#""wire":false"#) && text.contains(#""guardian":false"#))
    #expect(text.contains(#""values":{"g_a_m""#))
    let rho = try desk.run(["analyse", out, "--input", "g_a_m"])
    #expect(rho.code == 0 && rho.output.hasPrefix("Over 6 players"), "\(rho.errors)")
  }

  @Test func ofFourPlayersNoChoiceIsKept() throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/in", withIntermediateDirectories: true)
    for number in 1...4 { try player(number) }
    let end = try collect("--out", out)
    #expect(
      end.output.contains(
        """
        0 choices kept; 6 of fewer than 5 players became “other”: app 0.1.0; gouge_state Dry, Wet; instrument oboe; \
        origin own; stage in_use.
        1 left out, as “other” would give it away: guardian no.

        """), "\(end.output)\(end.errors)")
    let text = try desk.text(out)
    #expect(text.contains(#""app":"other""#) && !text.contains("guardian"))
    #expect(try desk.run(["analyse", out, "--input", "g_a_m"]).code == 0)
    // A player's own file has nothing pooled.
    try change(1, [#""instrument":"oboe""#: #""instrument":"other""#])
    #expect(try collect().errors.contains("This text does not belong in a study file"))
  }

  @Test func aBadFileIsNamedWithItsPlace() throws {
    try fill()
    try player(6)
    let path = folder + "/in/6.json"
    try desk.text(path).replacingOccurrences(of: #""origin":"own""#, with: #""origin":"Anna""#)
      .write(toFile: path, atomically: true, encoding: .utf8)
    _ = try desk.file("in/7.json", "{")
    let end = try collect("--out", out)
    #expect(end.code == 1 && end.output.isEmpty)
    #expect(
      end.errors.contains(
        "6.json: Line 6, column 64: This text does not belong in a study file, which has no free text."
      ), "\(end.errors)")
    #expect(end.errors.contains("7.json: Line 1, column 2:"))
    #expect(end.errors.contains("2 files cannot be used, so nothing was collected."))
    #expect(!FileManager.default.fileExists(atPath: out))
    let rest = try collect("--out", out, "--partial")
    #expect(rest.code == 0 && rest.output.contains("2 files skipped."))
    #expect(rest.output.contains("OBOE-26: 5 players with 50 reeds."))
  }

  @Test func theLaterOfTwoFilesCounts() throws {
    try fill()
    try player(1, reeds: 12, day: 9, file: "in/0.json")
    let end = try collect()
    #expect(
      end.output.contains("p0000000000000001 has two files: 0.json counts, 1.json is older."))
    #expect(end.output.contains("5 players with 52 reeds"))
  }

  @Test func twoStudiesAreNotMixed() throws {
    try fill()
    let path = folder + "/in/2.json"
    try desk.text(path).replacingOccurrences(of: "OBOE-26", with: "OTHER")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let end = try collect()
    #expect(
      end.code == 1
        && end.errors.contains("1.json is of OBOE-26, 2.json of OTHER. Collect them one by one."))
  }

  @Test func wrongUsageIsRefused() throws {
    for arguments in [
      [], ["collect"], ["analyse"], ["collct", "x"], ["collect", "x", "--input", "y"],
      ["analyse", "x", "--out", "y"], ["analyse", "x", "--plot", "y"],
    ] { #expect(try desk.run(arguments).code == 2, "\(arguments)") }
    #expect(try desk.run(["collect", folder + "/nowhere"]).code == 1)
    #expect(try desk.run(["collect", folder]).errors.contains("has no file of a study"))
  }

  // MARK: - Analysing

  private func json(_ more: String...) throws -> [String: Any] {
    let end = try desk.run(["analyse", out, "--format", "json"] + more)
    #expect(end.code == 0, "\(end.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any])
  }

  private func expect(_ results: [String: Any], _ effect: Double, _ low: Double, _ high: Double) {
    let interval = results["interval"] as? [String: Double]
    for (value, expected) in [
      (results["effect"] as? Double, effect), (interval?["low"], low), (interval?["high"], high),
    ] {
      #expect(value.map { abs($0 - expected) < 1e-9 } == true, "\(value ?? .nan), not \(expected)")
    }
  }

  /// The expected values come from SciPy (ranks, quantiles) and the formulas of DerSimonian, Laird, Knapp and Hartung.
  @Test func effectsArePooledOverPlayers() throws {
    try fill()
    try player(6, reeds: 4)
    #expect(try collect("--out", out).code == 0)
    let rho = try json("--input", "g_a_m")
    expect(rho, 0.6268974402362859, -0.4713032196122638, 0.9629029467910828)
    #expect(abs((rho["tau2"] as? Double ?? 0) - 0.8205383141452641) < 1e-9)
    #expect(abs((rho["q"] as? Double ?? 0) - 21.30792520485984) < 1e-9)
    let each = try #require(rho["eachPlayer"] as? [[String: Any]])
    #expect(
      each.compactMap { $0["effect"] as? Double }.map { ($0 * 1e6).rounded() }
        == [777911, 757013, -769322, 844072, 895773])
    let left = try #require(rho["leftOut"] as? [[String: Any]])
    #expect(left.count == 1 && left[0]["player"] as? String == Self.id("p", 6))
    #expect(left[0]["why"] as? String == "fewer than 8 reeds")
    let difference = try json("--input", "gouge_state")
    #expect(difference["effectIs"] as? String == "difference, Wet less Dry")
    expect(difference, 0.6117976370312082, -1.9185552957850327, 3.1421505698474492)
    let turned = try json("--input", "gouge_state", "--groups", "Wet, Dry")
    expect(turned, -0.6117976370312082, -3.1421505698474492, 1.9185552957850327)
  }

  @Test func theAnswerIsInWordsAndDrawn() throws {
    try fill()
    try player(6, reeds: 4)
    #expect(try collect("--out", out).code == 0)
    let plot = folder + "/forest.svg"
    let end = try desk.run(["analyse", out, "--input", "g_a_m", "--plot", plot])
    #expect(
      end.output.hasPrefix(
        "Over 5 players, g_a_m and success go together with rho +0.63, 95 % −0.47 to +0.96. It may be nothing.\n"
      ), "\(end.output)\(end.errors)")
    #expect(end.output.contains("p0000000000000006      4  fewer than 8 reeds"))
    let drawing = try desk.text(plot)
    #expect(drawing.hasPrefix("<svg") && drawing.contains("All players"))
    #expect(drawing.contains("p0000000000000003 (10)"))
    let list = try desk.run(["analyse", out])
    #expect(list.output.contains("g_a_m        number"), "\(list.output)")
    #expect(list.output.contains("gouge_state  groups"))
  }

  @Test func whatCannotBeAnalysedIsSaid() throws {
    try fill()
    #expect(try collect("--out", out).code == 0)
    func errors(_ more: String...) throws -> String {
      let end = try desk.run(["analyse", out] + more)
      #expect(end.code != 0)
      return end.errors
    }
    #expect(try errors("--input", "g_a_n").contains("`g_a_m`"))
    #expect(try errors("--input", "shaper").contains("fewer than two groups"))
    #expect(try errors("--input", "g_a_m", "--outcome", "gouge_state").contains("has no numbers"))
    #expect(try errors("--input", "g_a_m", "--groups", "a,b").contains("--groups does not apply"))
    #expect(try desk.run(["analyse", folder + "/in/1.json"]).errors.contains("study collect"))
    for number in 1...5 { try player(number, reeds: 4) }
    #expect(try collect("--out", out, "--force").code == 0)
    #expect(try errors("--input", "g_a_m").contains("Too early to tell: no player has enough"))
  }

  @Test func onePlayerIsNotPooled() throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/in", withIntermediateDirectories: true)
    try player(1)
    #expect(try collect("--out", out).code == 0)
    let end = try desk.run(["analyse", out, "--input", "g_a_m"])
    #expect(
      end.output.hasPrefix(
        "One player is too few to pool: this is about p0000000000000001 alone."), "\(end.errors)")
  }
}
