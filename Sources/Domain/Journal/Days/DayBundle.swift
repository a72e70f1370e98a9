public import Ledger

/// Some days as one self-contained page: for a teacher, or to print.
public enum DayBundle {
  /// The page, and the places in it where the audio of takes is still to be inserted as Base64, in order.
  public struct Document: Sendable {
    public let bytes: [UInt8]
    public let sounds: [(take: RowID, place: Int)]
  }

  /// The page. `sounds` are the takes that can be played in it, with their media types, such as `audio/flac`.
  public static func html(_ extract: JournalExtract, sounds: [RowID: String] = [:]) -> Document {
    var page = Page()
    let title = "Practice, \(words(extract.days))"
    page.raw(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        + "style-src 'unsafe-inline'; media-src data:\"><title>")
    page.text(title)
    page.raw("</title><style>\(style)</style></head><body><main><h1>")
    page.text(title)
    page.raw("</h1>")
    if extract.isEmpty { page.raw("<p class=\"quiet\">Nothing was logged in this period.</p>") }
    for (day, marks) in extract.marks {
      page.raw("<section><h2>")
      page.text(DayWords.whole(day))
      page.raw("</h2><p class=\"quiet\">")
      page.text(marks.words)
      page.raw("</p>")
      for one in extract.sessions where one.session.day == day { put(one, &page) }
      for take in extract.takes where take.day == day { put(take, sounds[take.id], &page) }
      for note in extract.notes where note.day == day { put(note, extract.titles, &page) }
      page.raw("</section>")
    }
    page.raw("<footer class=\"quiet\">Made with Woodshed.</footer></main></body></html>\n")
    return Document(bytes: page.bytes, sounds: page.sounds)
  }

  /// A single note: its day, and the text as typed, with signs for its checkboxes.
  public static func text(of note: JournalNote) -> String {
    "\(DayWords.whole(note.day))\n\n\(NoteText.withSigns(note.text))\n"
  }

  /// `Monday 16 November 2026`, or from one day to another.
  public static func words(_ days: ClosedRange<Int64>) -> String {
    days.lowerBound == days.upperBound
      ? DayWords.whole(days.lowerBound)
      : "\(DayWords.whole(days.lowerBound)) to \(DayWords.whole(days.upperBound))"
  }

  /// The name of a file about these days, without its extension.
  public static func fileName(_ word: String, _ days: ClosedRange<Int64>) -> String {
    let first = DayText.text(of: days.lowerBound) ?? "\(days.lowerBound)"
    let last = DayText.text(of: days.upperBound) ?? "\(days.upperBound)"
    return first.hasSameBytes(as: last) ? "\(word)-\(first)" : "\(word)-\(first)-to-\(last)"
  }

  // MARK: - What happened

  private static func put(_ one: JournalExtract.Session, _ page: inout Page) {
    let session = one.session
    page.raw("<article><h3>")
    page.text(session.question.isEmpty ? "Practice" : session.question)
    page.raw("</h3><p class=\"quiet\">")
    var facts = [DayWords.length(one.seconds)]
    if !one.pieces.isEmpty { facts.append(one.pieces.joined(separator: ", ")) }
    if session.rating > 0 { facts.append("rated \(session.rating) of 5") }
    page.text(facts.joined(separator: " · "))
    page.raw("</p>")
    page.paragraph("What should sound better: ", session.sign)
    page.paragraph("", session.sentence)
    page.paragraph("Next: ", session.nextStep)
    page.raw("</article>")
  }

  private static func put(_ take: Take, _ type: String?, _ page: inout Page) {
    page.raw("<article><h3>")
    page.text(take.name.isEmpty ? "Take" : take.name)
    page.raw("</h3><p class=\"quiet\">Recording, ")
    page.text(ClockText.tenths(seconds: take.seconds))
    page.raw("</p>")
    if let type {
      page.raw("<audio controls preload=\"none\" src=\"data:")
      page.text(type)
      page.raw(";base64,")
      page.sounds.append((take.id, page.bytes.count))
      page.raw("\"></audio>")
    }
    page.raw("</article>")
  }

  private static func put(_ note: JournalNote, _ titles: [RowID: String], _ page: inout Page) {
    page.raw("<article>")
    var isList = false
    for line in NoteText(note.text).lines {
      let isItem: Bool
      switch line.kind {
      case .item, .box: isItem = true
      default: isItem = false
      }
      if isItem != isList { page.raw(isItem ? "<ul>" : "</ul>") }
      isList = isItem
      put(line, &page)
    }
    if isList { page.raw("</ul>") }
    let tags = Tags.list(note.tags).map { "#\($0)" }
    let facts = ([note.piece.flatMap { titles[$0] }].compactMap { $0 }) + tags
    if !facts.isEmpty {
      page.raw("<p class=\"quiet\">")
      page.text(facts.joined(separator: " · "))
      page.raw("</p>")
    }
    page.raw("</article>")
  }

  private static func put(_ line: NoteText.Line, _ page: inout Page) {
    let tag: String
    switch line.kind {
    case .blank: return
    case .heading: tag = "h3"
    case .item: tag = "li"
    case .box(let isTicked):
      page.raw(isTicked ? "<li class=\"box\">☑ " : "<li class=\"box\">☐ ")
      page.spans(line.spans)
      page.raw("</li>")
      return
    case .text: tag = "p"
    }
    page.raw("<\(tag)>")
    page.spans(line.spans)
    page.raw("</\(tag)>")
  }

  private static let style =
    ":root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif;"
    + "color:light-dark(#231d15,#f2eadb);background:light-dark(#f7f3ea,#16130f);"
    + "overflow-wrap:anywhere}main{max-width:44rem;margin:0 auto;padding:2rem 1rem}"
    + "h1,h2,h3{font-family:Palatino,Georgia,serif;line-height:1.2}h3{margin:0 0 .25rem}"
    + "section{border-top:1px solid;margin-top:2rem}article{margin:1rem 0;padding:.75rem 1rem;"
    + "border:1px solid light-dark(#8f8370,#776b59);border-radius:.75rem;break-inside:avoid}"
    + "p{margin:.25rem 0;white-space:pre-wrap}.quiet{color:light-dark(#655a4b,#b3a792)}"
    + "ul{margin:.25rem 0;padding-left:1.25rem}.box{list-style:none;margin-left:-1.25rem}"
    + "a{color:inherit}audio{width:100%}@media print{:root{color-scheme:light}body{background:none}}"
}

/// The page, and where sounds are still to be inserted.
private struct Page {
  private var html = HTMLPage()
  var sounds: [(take: RowID, place: Int)] = []

  var bytes: [UInt8] { html.bytes }

  mutating func raw(_ html: String) { self.html.raw(html) }
  mutating func text(_ text: String) { html.text(text) }

  mutating func paragraph(_ before: String, _ text: String) {
    guard !text.isEmpty else { return }
    raw("<p>")
    self.text(before)
    self.text(text)
    raw("</p>")
  }

  mutating func spans(_ spans: [NoteText.Span]) {
    for span in spans {
      // Places in the app cannot be reached from the page.
      let link = span.address.flatMap { $0.utf8.first == UInt8(ascii: "/") ? nil : $0 }
      if let link {
        raw("<a rel=\"noopener noreferrer\" href=\"")
        text(link)
        raw("\">")
      }
      defer { if link != nil { raw("</a>") } }
      switch span.style {
      case .plain: text(span.text)
      case .bold:
        raw("<strong>")
        text(span.text)
        raw("</strong>")
      case .italic:
        raw("<em>")
        text(span.text)
        raw("</em>")
      }
    }
  }
}
