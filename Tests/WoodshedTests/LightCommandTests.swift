import Foundation
import Testing

/// Pictures, videos and the check for flashes, as anybody would start them.
@Suite struct LightCommandTests {
  private let desk = CommandDesk("light")
  private var folder: String { desk.folder.path }

  private func run(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
    try desk.run(arguments)
  }

  @Test func setsAreListedAndWrittenAndReadAgain() throws {
    let list = try run("sets")
    #expect(list.code == 0)
    #expect(list.output.contains("tide      Low tide\n"))
    let path = "\(folder)/all.light"
    #expect(try run("sets", "-o", path).code == 0)
    #expect(try desk.text(path).hasPrefix("woodshed light 1\nset Low tide\n"))
    let again = try run("render", path, "--chord", "2", "--size", "32x18", "-o", "\(folder)/a.png")
    #expect(again.code == 0, "\(again.errors)")
    #expect(
      try run("render", "tide", "--chord", "2", "--size", "32x18", "-o", "\(folder)/b.png").code
        == 0)
    let pictures = try ["a", "b"].map {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0).png"))
    }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0].starts(with: [137, 80, 78, 71]))
  }

  @Test func coloursOfNotesAreListedAndWrittenAsSets() throws {
    let list = try run("notes")
    #expect(list.code == 0)
    #expect(list.output.contains("Scriabin, 1911\n  C   tempered 1.5, red, pure\n  C♯  tempered"))
    let path = "\(folder)/notes.light"
    #expect(try run("notes", "-o", path).code == 0)
    #expect(try desk.text(path).contains("\nset Castel, 1734\n"))
    let picture = try run("render", path, "--size", "32x18", "-o", "\(folder)/c.png")
    #expect(picture.code == 0, "\(picture.errors)")
    #expect(try run("notes", "--seed", "1").code == 2)
    #expect(try run("notes", path).errors.contains("takes no file; use -o FILE"))
  }

  @Test func whatIsPlayedIsLimitedAndFoundHarmless() throws {
    let path = "\(folder)/out.y4m"
    let played = try run(
      "play", "vivid", "--hammer", "6", "--seed", "4", "--size", "48x27", "-o", path)
    #expect(played.code == 0, "\(played.errors)")
    let checked = try run("check", path)
    #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
    #expect(checked.output.contains("No flashes or stripes over the limits"))
    let direct = try run("check", "vivid", "--hammer", "6", "--seed", "4", "--size", "48x27")
    #expect(direct.code == 0)
  }

  @Test func whatIsNotLimitedIsFound() throws {
    let path = "\(folder)/out.y4m"
    let played = try run(
      "play", "vivid", "--hammer", "20", "--limit", "off", "--size", "48x27", "-o", path)
    #expect(played.code == 0, "\(played.errors)")
    let checked = try run("check", path)
    #expect(checked.code == 1)
    #expect(checked.output.contains("flashes: "))
    #expect(checked.errors.contains("can harm people"))
    #expect(
      try run("check", "vivid", "--hammer", "20", "--limit", "off", "--size", "48x27").code == 1)
  }

  @Test func aFolderOfPicturesIsChecked() throws {
    let frames = "\(folder)/frames"
    try FileManager.default.createDirectory(atPath: frames, withIntermediateDirectories: true)
    for number in 0..<40 {
      // Red-violet with green, and black.
      let chord = number / 2 % 2 == 0 ? "8" : "1"
      let name = "\(frames)/\(100 + number).png"
      let set = number / 2 % 2 == 0 ? "vivid" : "lantern"
      #expect(
        try run("render", set, "--chord", chord, "--size", "32x18", "-o", name).code == 0)
    }
    let found = try run("check", frames)
    #expect(found.code == 1)
    #expect(found.output.contains("40 pictures, 0.7 seconds"))
    #expect(found.output.contains("flashes: "))
    // A picture every second is no flash.
    #expect(try run("check", frames, "--fps", "1").code == 0)
  }

  @Test func eventsOfAFileArePlayed() throws {
    let events = try desk.file(
      "a.events", "woodshed light-events 1\n0.1 touch.0 selector.4 0.5\n1.5 touch.0 selector.4 -1\n"
    )
    #expect(try run("check", "tide", "--events", events).code == 0)
    let bad = try desk.file("bad.events", "woodshed light-events 1\n0.1 touch.0 selector.9 0.5\n")
    let refused = try run("check", "tide", "--events", bad)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("line 2: There is no target called “selector.9”."))
  }

  @Test func aLogIsCheckedByItself() throws {
    // The set of even hues, whose chords fill the picture, then white and black in turn.
    var text = "# A comment\n\nwoodshed light-events 1\n0.1 program.0 set 4\n"
    text += "0.2 key.1 selector.1 1\n0.25 key.1 selector.1 -1\n"
    for number in 0..<60 {
      let time = "\(1 + number / 10).\(number % 10)"
      text += "\(time) touch.0 background.purity \(number % 2 * 2 - 1)\n"
    }
    let log = try desk.file("concert.events", text)
    let checked = try run("check", log)
    #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
    #expect(checked.output.contains("on the sets that come with the app, starting with tide."))
    #expect(checked.output.contains("No flashes or stripes over the limits"))
    let open = try run("check", log, "--limit", "off")
    #expect(open.code == 1)
    #expect(open.output.contains("flashes: ") && open.errors.contains("This log can harm people"))
    // Played as a video, it is the same.
    let path = "\(folder)/log.y4m"
    #expect(try run("play", log, "--limit", "off", "--size", "96x54", "-o", path).code == 0)
    let video = try run("check", path)
    #expect(video.code == 1 && video.output.contains("\nflashes: "))
    for arguments in [
      ["check", log, "--events", log], ["check", log, "--hammer", "5"],
      ["play", log, "--seed", "5", "-o", "-"],
    ] {
      let end = try desk.run(arguments)
      #expect(end.code == 2 && end.errors.contains("does not apply to a log of events"))
    }
    #expect(try run("render", log, "-o", "-").errors.contains("has no chords to draw"))
    let bad = try desk.file("bad.events", "woodshed light-events 1\n0.1 key.1 nothing 1\n")
    #expect(try run("check", bad).errors.contains("line 2: There is no target called “nothing”."))
    let later = try desk.file("later.events", "woodshed light-events 2\n")
    #expect(try run("check", later).errors.contains("An event file starts with the line"))
  }

  @Test(arguments: [
    (["render", "tid", "-o", "-"], 1, "Did you mean `tide`?"),
    (["render", "tide"], 2, "Say where the picture goes"),
    (["render", "tide", "--size", "0x9", "-o", "-"], 2, "--size takes"),
    (["render", "tide", "--chord", "9", "-o", "-"], 2, "from 1 to 8"),
    (["render", "tide", "--seed", "9", "-o", "-"], 2, "--seed does not apply to"),
    (["play", "tide", "-o", "-"], 2, "Say what to play"),
    (["play", "tide", "--limit", "loud", "-o", "-"], 2, "--limit takes one of calm, safe, off"),
    (["check", "nothing.y4m"], 1, "cannot be opened"),
    (["check", "nothing.light"], 1, "cannot be opened"),
    (["check"], 2, "Say what to check"),
    (["paint", "tide"], 2, "cannot `paint`"),
    ([], 2, "Say what to do"),
  ])
  func saysWhatIsWrong(arguments: [String], code: Int32, message: String) throws {
    let end = try desk.run(arguments)
    #expect(end.code == code)
    #expect(end.errors.contains(message), "\(end.errors)")
  }

  @Test func damagedFilesAreRefused() throws {
    #expect(
      try run("play", "even", "--hammer", "1", "--size", "16x9", "-o", "\(folder)/v.y4m").code == 0)
    let whole = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/v.y4m"))
    func check(_ data: Data, as name: String) throws -> (
      code: Int32, output: String, errors: String
    ) {
      try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      return try run("check", "\(folder)/\(name)")
    }
    #expect(try check(whole.dropLast(10), as: "cut.y4m").errors.contains("cut off"))
    #expect(try check(Data("RIFF".utf8), as: "no.y4m").errors.contains("not a YUV4MPEG2 video"))
    #expect(try check(Data(), as: "empty.y4m").code == 1)
    let frames = "\(folder)/png"
    try FileManager.default.createDirectory(atPath: frames, withIntermediateDirectories: true)
    #expect(try run("check", frames).errors.contains("There is no PNG file"))
    #expect(try run("render", "even", "--size", "16x9", "-o", "\(frames)/1.png").code == 0)
    #expect(try run("check", frames).code == 0)
    var damaged = try Data(contentsOf: URL(fileURLWithPath: "\(frames)/1.png"))
    damaged[50] ^= 0xFF
    try damaged.write(to: URL(fileURLWithPath: "\(frames)/1.png"))
    let end = try run("check", frames)
    #expect(end.code == 1 && end.errors.contains("cannot be checked"), "\(end.errors)")
    let later = try desk.file("later.light", "woodshed light 2\nset A\n")
    #expect(try run("check", later).errors.contains("later version of Woodshed"))
  }
}
