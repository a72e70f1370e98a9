import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// What the journal hands out, read by other programs.
@Suite struct JournalExportTests {
  private static let day: Int64 = 20_773
  private static let nasty = "=1+1, \"quoted\"\r\n<script>alert('x')</script> & ünï — 音 \\;"

  private func row(_ number: UInt64) -> RowID { RowID(Bits128(high: number, low: 9)) }

  private func extract(_ texts: [String] = [nasty]) -> JournalExtract {
    let began: Int64 = 1_794_852_000_000
    var edits: [Edit] = []
    for (place, text) in texts.enumerated() {
      var note = JournalNote(row(UInt64(place + 1)), day: Self.day, made: began + Int64(place))
      (note.text, note.tags, note.piece) = (text, "air reeds", row(900))
      edits += note.edits(from: nil, zoneMinutes: 60)
    }
    edits += Piece(row(900), titled: "Ferling <14>").edits(from: nil)
    var take = Take(row(901), named: "-Tombeau", day: Self.day, began: began, sampleRate: 48_000)
    take.frames = 48_000 * 128
    edits += take.edits(from: nil, zoneMinutes: 60)
    var session = PractisedSession(row(902), day: Self.day, began: began)
    (session.ended, session.question, session.rating) = (began + 2_880_000, "Low attacks; air", 4)
    session.sentence = "@home"
    edits += session.edits(from: nil, zoneMinutes: 60)
    var block = PractisedBlock(row(903), in: session.id, day: Self.day, began: began)
    (block.seconds, block.piece) = (2_880, row(900))
    edits += block.edits(from: nil, zoneMinutes: 60)
    var index = JournalIndex()
    index.update(replica(edits))
    return index.extract(Self.day...Self.day + 1)
  }

  private func replica(_ edits: [Edit]) -> Replica {
    var data = Replica(device: DeviceID(1))
    var intent = EditIntent(
      label: "Edit", edits: edits, wall: 1_763_000_000_000, group: nil, draft: nil)
    _ = data.perform(&intent)
    return data
  }

  /// What a Python script says that reads these bytes.
  private func python(_ script: String, _ bytes: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("woodshed-\(UInt64.random(in: 0...UInt64.max))")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let answer = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: answer, as: UTF8.self)
  }

  private func table(_ bytes: [UInt8]) throws -> [[String]] {
    let script = """
      import csv, json, sys
      with open(sys.argv[1], encoding="utf-8", newline="") as file:
          json.dump(list(csv.reader(file, strict=True)), sys.stdout)
      """
    return try JSONDecoder().decode([[String]].self, from: Data(try python(script, bytes).utf8))
  }

  @Test func tablesAreReadByPython() throws {
    let extract = extract()
    let notes = try table(JournalTable.notes(extract))
    #expect(notes[0] == ["day", "begun", "text", "tags", "piece"])
    #expect(
      notes[1] == [
        "2026-11-16", "2026-11-16T18:00:00Z", "'" + Self.nasty, "air reeds", "Ferling <14>",
      ])
    let sessions = try table(JournalTable.sessions(extract))
    #expect(sessions.count == 2 && sessions.allSatisfy { $0.count == 11 })
    #expect(sessions[1][2] == "2026-11-16T18:48:00Z" && sessions[1][3] == "2880")
    #expect(sessions[1][6] == "Low attacks; air" && sessions[1][9] == "'@home")
    #expect(
      try table(JournalTable.days(extract)) == [
        ["day", "notes", "takes", "sessions", "seconds"], ["2026-11-16", "1", "1", "1", "2880"],
      ])
  }

  @Test(arguments: ["=1", "+1", "-1", "@a", "\tx", "\rx", "\u{0}x"])
  func nothingInATableIsReckonedWith(text: String) throws {
    let cell = try table(JournalTable.notes(extract([text])))[1][2]
    #expect(cell.utf8.first == UInt8(ascii: "'"))
    #expect(Array(cell.utf8.dropFirst()) == Array(text.utf8))
  }

  @Test func theTableOfNotesHasTheTagsInTheTextToo() throws {
    let tags = try table(JournalTable.notes(extract(["A long #tone"])))[1][3]
    #expect(tags == "air reeds tone")
  }

  // MARK: - iCal

  private struct Refused: Error {
    let reason: String
  }

  /// Reads a calendar as RFC 5545 has it, and nothing that strays from it.
  private func events(_ bytes: [UInt8]) throws -> [[String: String]] {
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let end = rest.indices.first(where: { rest[$0] == 0x0D }), end + 1 < rest.endIndex,
        rest[end + 1] == 0x0A
      else { throw Refused(reason: "a line without its end") }
      let line = Array(rest[..<end])
      guard line.count <= 75 else { throw Refused(reason: "a line of \(line.count) bytes") }
      guard String(validating: line, as: UTF8.self) != nil else {
        throw Refused(reason: "a character in two")
      }
      guard !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw Refused(reason: "a control character")
      }
      if line.first == 0x20, !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(line)
      }
      rest = rest[(end + 2)...]
    }
    var found: [[String: String]] = []
    var open: [String] = []
    for line in lines {
      let text = String(decoding: line, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":") else { throw Refused(reason: "no colon: \(text)") }
      let (name, value) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
      switch name {
      case "BEGIN":
        open.append(value)
        if value == "VEVENT" { found.append([:]) }
      case "END":
        guard open.popLast() == value else { throw Refused(reason: "ends \(value)") }
      default:
        guard open.last == "VEVENT" else { continue }
        guard found[found.count - 1].updateValue(value, forKey: name) == nil else {
          throw Refused(reason: "\(name) twice")
        }
      }
    }
    guard open.isEmpty, lines.first == Array("BEGIN:VCALENDAR".utf8) else {
      throw Refused(reason: "not a calendar")
    }
    return found
  }

  private func unescaped(_ text: String) -> String {
    var (out, isEscaped) = ("", false)
    for character in text {
      if isEscaped {
        out.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        out.append(character)
      }
    }
    return out
  }

  @Test func calendarsAreReadStrictly() throws {
    let long = String(repeating: "Ton, Übergang; 音 \\ ", count: 40) + "\n- [ ] \u{7}end"
    let events = try events(JournalCalendar.file(extract([Self.nasty, long]), now: 5_000))
    try #require(events.count == 4)
    #expect(events[0]["DTSTART;VALUE=DATE"] == "20261116")
    #expect(events[0]["DTSTAMP"] == "19700101T000005Z")
    #expect(events[0]["CATEGORIES"] == "air,reeds")
    let text = Self.nasty.replacingOccurrences(of: "\r\n", with: "\n")
    #expect(unescaped(events[0]["DESCRIPTION"] ?? "") == text)
    let whole = long.replacingOccurrences(of: "- [ ] \u{7}", with: "☐ ")
    #expect(unescaped(events[1]["DESCRIPTION"] ?? "") == whole)
    #expect(events[2]["DTSTART"] == "20261116T180000Z" && events[2]["DTEND"] == "20261116T184800Z")
    #expect(unescaped(events[2]["SUMMARY"] ?? "") == "Low attacks; air")
    #expect(events[3]["DTEND"] == "20261116T180208Z")
    #expect(Set(events.compactMap { $0["UID"] }).count == 4)
  }

  // MARK: - The page

  @Test func thePageIsReadByAParserAndRunsNothing() throws {
    let script = """
      import json, sys
      from html.parser import HTMLParser
      class Reader(HTMLParser):
          def __init__(self):
              super().__init__()
              self.open, self.tags, self.text, self.links, self.wrong = [], set(), "", [], []
          def handle_starttag(self, tag, attributes):
              self.tags.add(tag)
              self.links += [v for k, v in attributes if k in ("src", "href")]
              self.wrong += [k for k, v in attributes if k.startswith("on")]
              if tag not in ("meta", "br"): self.open.append(tag)
          def handle_endtag(self, tag):
              if not self.open or self.open.pop() != tag: self.wrong.append(tag)
          def handle_data(self, text): self.text += text
      reader = Reader()
      reader.feed(open(sys.argv[1], encoding="utf-8", newline="").read())
      reader.close()
      json.dump({"tags": sorted(reader.tags), "text": reader.text, "links": reader.links,
                 "wrong": reader.wrong + reader.open}, sys.stdout)
      """
    struct Page: Decodable {
      let tags: [String]
      let text: String
      let links: [String]
      let wrong: [String]
    }
    let text = "# Air\n\n- [x] low **B**\n- [ ] <b>high</b>\nlast *word*"
    // Places in the app cannot be reached from the page.
    let links = "[here](https://a.org/?a=1&b='2') /journal/takes [no](javascript:alert)"
    let document = DayBundle.html(
      extract([Self.nasty, text, links]), sounds: [row(901): "audio/flac", row(999): "audio/flac"])
    #expect(document.sounds.map { $0.take } == [row(901)])
    var bytes = document.bytes
    for sound in document.sounds.reversed() {
      bytes.insert(contentsOf: "AAAA".utf8, at: sound.place)
    }
    let page = try JSONDecoder().decode(Page.self, from: Data(try python(script, bytes).utf8))
    #expect(
      page.wrong == [] && page.links == ["data:audio/flac;base64,AAAA", "https://a.org/?a=1&b='2'"])
    #expect(!page.tags.contains("script") && !page.tags.contains("b"))
    #expect(page.tags.contains("strong") && page.tags.contains("em") && page.tags.contains("audio"))
    for words in [
      "<script>alert('x')</script> & ünï — 音", "Monday 16 November 2026", "☑ low B",
      "☐ <b>high</b>", "-Tombeau", "Recording, 2:08", "48 min · Ferling <14> · rated 4 of 5",
      "#air · #reeds", "3 notes, 1 take, 1 session, 48 min",
    ] {
      // What a page is made of does not keep line ends as they were typed.
      #expect(page.text.contains(words), "\(words)")
    }
  }

  @Test func aTakeWithoutItsSoundIsNamedAllTheSame() {
    let html = String(decoding: DayBundle.html(extract()).bytes, as: UTF8.self)
    #expect(html.contains("Recording, 2:08") && !html.contains("<audio"))
  }

  @Test func anEmptyDayIsAPageToo() {
    let html = String(decoding: DayBundle.html(JournalIndex().extract(0...1)).bytes, as: UTF8.self)
    #expect(html.contains("Nothing was logged in this period."))
    #expect(html.contains("Thursday 1 January 1970 to Friday 2 January 1970"))
  }

  @Test func aNoteAloneIsItsDayAndItsText() {
    var note = JournalNote(row(1), day: Self.day, made: 1)
    note.text = "As **typed**\n- [x] scales\n"
    #expect(DayBundle.text(of: note) == "Monday 16 November 2026\n\nAs **typed**\n☑ scales\n\n")
    #expect(DayBundle.fileName("note", Self.day...Self.day) == "note-2026-11-16")
    #expect(DayBundle.fileName("days", 0...1) == "days-1970-01-01-to-1970-01-02")
  }
}
