import Domain
import Testing

/// What the signs in a note mean.
@Suite struct NoteTextTests {
  private typealias Span = NoteText.Span

  @Test(arguments: [
    ("# Air", NoteText.Kind.heading, "Air"), ("### Air", .heading, "Air"), ("#Air", .text, "#Air"),
    ("- one", .item, "one"), ("  * one", .item, "one"), ("-one", .text, "-one"),
    ("- [ ] do", .box(isTicked: false), "do"), ("- [x] did", .box(isTicked: true), "did"),
    (" - [X] did", .box(isTicked: true), "did"), ("- [ ]", .box(isTicked: false), ""),
    ("☐ do", .box(isTicked: false), "do"), (" ☑ did", .box(isTicked: true), "did"),
    ("☐", .box(isTicked: false), ""), ("☐odd", .text, "☐odd"), ("☒ odd", .text, "☒ odd"),
    ("- [y] odd", .item, "[y] odd"), ("- [ ]odd", .item, "[ ]odd"), ("", .blank, ""),
    ("   ", .blank, ""), ("plain", .text, "plain"), ("#### four", .text, "#### four"),
  ])
  func lines(text: String, kind: NoteText.Kind, plain: String) {
    let lines = NoteText(text + "\n").lines
    #expect(lines.count == 1 && lines[0].kind == kind && lines[0].plain == plain)
  }

  @Test func wordsThatStandOut() {
    func spans(_ text: String) -> [NoteText.Span] { NoteText(text).lines[0].spans }
    #expect(
      spans("a **b c** *d* e") == [
        Span("a "), Span("b c", .bold), Span(" "), Span("d", .italic), Span(" e"),
      ])
    for plain in ["2 * 3 * 4", "**open", "*open", "** no **", "a*", "***"] {
      #expect(spans(plain).allSatisfy { $0.style == .plain }, "\(plain)")
      #expect(NoteText(plain).lines[0].plain == plain)
    }
    #expect(spans("*a **b* c") == [Span("a **b", .italic), Span(" c")])
  }

  /// What is written between `‹` and `›` is a link or a tag; the rest is text.
  @Test(arguments: [
    "See ‹https://a.org/b?c=d#e›.", "(‹http://a.org›)", "‹https://a.org/x_(y)›", "‹HTTPS://A.ORG›,",
    "(see ‹https://a.org/x_(y)›).", "‹www.a.org›!", "‹mailto:a@b.org›", "xhttp://a.org", "http://",
    "“‹https://a.org/é›”", "見‹https://a.org/音›。", "javascript:alert(1)", "data:text/html,x",
    "ftp://a.org",
    "‹/journal/takes/0a›, ‹/reeds›", "a/journal", "/etc/passwd", "/journals", "//journal",
    "(‹/tools?a›)",
    "‹#air› ‹#Atem-Übung›, ‹#音›、‹#кларнет›", "#1 #-a # x C#m a#b &#39;", "(‹#air›) ‹#a1_b›-",

    "https:/a.org", "‹https://a.org/#air›", "#🎵", "<‹https://a.org›>", "‹#नमस्ते›।",
  ])
  func addressesAndTags(text: String) {
    let plain = text.replacing("‹", with: "").replacing("›", with: "")
    var found = ""
    for span in NoteText(plain).lines[0].spans {
      let isMark = span.address != nil || span.isTag
      found += isMark ? "‹\(span.text)›" : span.text
      #expect(span.isTag == (isMark && span.text.hasPrefix("#")))
    }
    #expect(found == text)
  }

  @Test(arguments: [
    ("[a b](https://a.org/(c))", "a b", "https://a.org/(c)"), ("[x](/journal)", "x", "/journal"),
    ("[x](www.a.org)", "x", "https://www.a.org"), ("[x](mailto:a@b.org)", "x", "mailto:a@b.org"),
    ("[[x](http://a.org)", "x", "http://a.org"),
    ("**[x](http://a.org/*b*)**", "x", "http://a.org/*b*"),
  ])
  func linksWithAText(text: String, shown: String, address: String) throws {
    let spans = NoteText(text).lines[0].spans
    let link = try #require(spans.first { $0.address != nil })
    #expect(link.text == shown && link.address == address)
    #expect((link.style == .bold) == text.hasPrefix("**"))
  }

  @Test(arguments: [
    "[x](javascript:alert(1))", "[x](JavaScript:alert(1))", "[x](data:,a)",
    "[x](//a.org)", "[x](/\\a.org)", "[x](java\tscript:a)", "[ ](https://)", "[x](vbscript:a)",
    "[x](/other)", "[x](\u{1}javascript:a)", "[x] (https://)", "[x](https://", "[x](file:///etc)",
  ])
  func whatMayNotBeALinkStaysText(text: String) {
    let line = NoteText(text).lines[0]
    #expect(line.plain == text && line.spans.allSatisfy { $0.address == nil && !$0.isTag })
  }

  @Test func tagsOfAText() {
    #expect(NoteText.tags(in: "#a\n# Head #b\n- [ ] #A #c") == ["a", "b", "c"])
    #expect(NoteText.tags(in: "none") == [])
    let many = (0..<20_000).map { "#t\($0)" }.joined(separator: " ")
    #expect(NoteText.tags(in: many).count == 100)
  }

  /// Text that looks for ends that never come, and text that is cut: nothing traps, and nothing is lost.
  @Test func anyTextIsRead() {
    for part in [
      "*a ", "**a ", "*", "- [", "#", "- [ ] ", "é*", "\r\n", "*a*", "**a*", "[", "[a](",
      "[a](http://a",
      "http://", "http://,", "http://a(", "http://a)", "mailto:", "www.", "/journal", "#a", "](",
      "[a](/(",
    ] {
      let text = String(repeating: part, count: 20_000)
      let clock = ContinuousClock()
      let time = clock.measure { _ = NoteText(text) }
      #expect(time < .seconds(30), "\(part): \(time)")
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Array("*-[]x #a\n\r é☐☑".utf8).randomElement(using: &random) ?? 0
      }
      let text = String(decoding: bytes, as: UTF8.self)
      for line in NoteText(text).lines {
        if case .box(let isTicked) = line.kind {
          let toggled = NoteText.toggling(line.number, of: text)
          #expect(NoteText(toggled).lines[line.number].kind == .box(isTicked: !isTicked))
        } else {
          #expect(NoteText.toggling(line.number, of: text) == text)
        }
      }
    }
    #expect(NoteText.toggling(9, of: "- [ ] a") == "- [ ] a")
    #expect(NoteText.toggling(-1, of: "- [ ] a") == "- [x] a")
  }

  @Test func theBeginningOfALongNote() {
    let long = NoteText(String(repeating: "line\n", count: 100), lineLimit: 12)
    #expect(long.lines.count == 12 && long.isCut)
    #expect(!NoteText("a\nb\n", lineLimit: 2).isCut)
    #expect(
      NoteText(String(repeating: "x", count: 900) + "\nb\nc", byteLimit: 800).lines.count == 1)
  }

  @Test func boxesAndTags() {
    #expect(NoteText.addingBox(to: "") == "☐ ")
    #expect(NoteText.addingBox(to: "a") == "a\n☐ ")
    #expect(NoteText.toggling(1, of: "é\n ☐ a\n☐ b") == "é\n ☑ a\n☐ b")
    #expect(NoteText.toggling(2, of: "é\n ☐ a\n☑ b") == "é\n ☐ a\n☐ b")
    #expect(NoteText.addingBox(at: 0, of: "☐ a") == "☐ a")
    let text = "é\r\n - [ ] a\r\n- [X] b\n- c\n☑ d\n[ ] e\n- [x]"
    #expect(NoteText.withSigns(text) == "é\r\n ☐ a\r\n☑ b\n- c\n☑ d\n[ ] e\n☑")
    #expect(NoteText.withSigns("\n\n- [ ] \n\n") == "\n\n☐ \n\n" && NoteText.withSigns("") == "")
    #expect(Tags.list(" air,#Reeds  AIR\tréeds long-tone ") == ["air", "Reeds", "long-tone"])
    #expect(Tags.text(["a", "b"]) == "a b")
    #expect(Tags.text(["aaaa", "bbbb"], byteLimit: 8) == "aaaa")
    #expect(Tags.toggled("AIR", in: ["air", "x"]) == ["x"])
    #expect(Tags.toggled("y", in: ["x"]) == ["x", "y"])
  }
}
