import Markup
import Testing

@Suite struct RendererTests {
  private func list(_ keys: [UInt64]) -> Node<Int> {
    ul { for key in keys { li { "item \(key)" }.keyed(.number(key)) } }
  }

  @Test func changesNothingForTheSameView() {
    let view: Node<Int> = div(.className("a"), .onClick(1), .value("x")) { "text" }
    #expect(changes(from: view, to: view) == [])
  }

  @Test func changesOnlyTheTextThatChanged() {
    let old: Node<Int> = div {
      p { "one" }; p { "two" }
    }
    let new: Node<Int> = div {
      p { "one" }; p { "three" }
    }
    #expect(changes(from: old, to: new) == ["content 3 \"three\""])
  }

  @Test func tellsSpellingsOfOneLetterApart() {
    let old: Node<Int> = p { "\u{E9}" }
    #expect(changes(from: old, to: p { "e\u{301}" }).count == 1)
  }

  @Test func changesAttributesByName() {
    let old: Node<Int> = p(.className("a"), .title("t"), .disabled(true))
    let new: Node<Int> = p(.disabled(false), .className("b"), .id("i"))
    #expect(
      changes(from: old, to: new) == [
        "removeAttribute 1 title", "removeAttribute 1 disabled", "attribute 1 class \"b\"",
        "attribute 1 id \"i\"",
      ])
  }

  @Test func takesTheLastOfSeveralAttributesOfOneName() {
    let view: Node<Int> = p(.className("a"), .className("b"))
    #expect(HTML.text(of: view) == "<p class=\"b\"></p>")
  }

  @Test func changesHandlersWithoutTouchingThePage() {
    var renderer = Renderer<Int>()
    renderer.render(button(.onClick(1)) { "x" }) { _ in }
    renderer.render(button(.onClick(2)) { "x" }) { _ in Issue.record("the page was touched") }
    #expect(renderer.message(of: .click, at: 1, Payload()) == 2)
  }

  @Test func tellsThePageWhenAHandlerAsksForSomethingElse() {
    let old: Node<Int> = input(.event(.input, .send(1)))
    let new: Node<Int> = input(.onInput { $0.utf8.count })
    #expect(changes(from: old, to: new) == ["listen 1 2 1"])
  }

  @Test(
    arguments: [
      ([1, 2, 3, 4], [4, 1, 2, 3], 1), ([1, 2, 3, 4], [2, 3, 4, 1], 1),
      ([1, 2, 3, 4], [4, 3, 2, 1], 3), ([1, 2, 3, 4, 5, 6], [1, 5, 3, 4, 2, 6], 2),
      ([1, 2, 3], [1, 2, 3], 0),
    ] as [([UInt64], [UInt64], Int)])
  func movesAsFewKeyedChildrenAsPossible(old: [UInt64], new: [UInt64], moves: Int) {
    let log = changes(from: list(old), to: list(new))
    #expect(log.filter { $0.hasPrefix("move") }.count == moves)
    #expect(log.count == moves)
  }

  @Test func keepsKeyedChildrenWhenOthersComeAndGo() {
    let log = changes(from: list([1, 2, 3]), to: list([4, 1, 3]))
    #expect(
      log == [
        "remove 3", "forget 3", "element 3 li", "content 3 \"item 4\"", "insert 1 3 2",
      ])
  }

  @Test func emptiesAListAtOnce() {
    let log = changes(from: list([1, 2, 3]), to: list([]))
    #expect(log == ["content 1 \"\"", "forget 2", "forget 3", "forget 4"])
  }

  @Test func skipsALazyPartWhoseInputsAreTheSame() {
    var built = 0
    func view(_ number: Int64) -> Node<Int> {
      div {
        lazy([.number(number)]) {
          built += 1
          return p { "number \(number)" }
        }
      }
    }
    var renderer = Renderer<Int>()
    for number: Int64 in [1, 1, 2, 2] { renderer.render(view(number)) { _ in } }
    #expect(built == 2)
  }

  @Test func replacesALazyPartThatChangesItsForm() {
    let old: Node<Int> = div { lazy([.flag(true)]) { p { "a" } } }
    let new: Node<Int> = div { lazy([.flag(false)]) { h1 { "a" } } }
    #expect(
      changes(from: old, to: new) == ["element 3 h1", "content 3 \"a\"", "replace 2 3", "forget 2"])
  }

  @Test func setsAFieldAgainAfterAPersonChangedIt() {
    var renderer = Renderer<Int>()
    var names: [String] = []
    var lines: [String] = []
    let view: Node<Int> = input(.value("5"), .onInput { _ in 1 })
    renderer.render(view) { _ = log($0, &names) }
    // The program refuses what was typed, so the field must show its own value again.
    _ = renderer.message(of: .input, at: 1, Payload())
    renderer.render(view) { lines = log($0, &names) }
    #expect(lines == ["value 1 \"5\""])
  }

  @Test func choosesAnOptionOnlyOnceItIsThere() {
    let view: Node<Int> = select(.value("b")) {
      option(.optionValue("a")) { "A" }
      option(.optionValue("b")) { "B" }
    }
    var names: [String] = []
    var lines: [String] = []
    var renderer = Renderer<Int>()
    renderer.render(view) { lines = log($0, &names) }
    #expect(lines.suffix(2) == ["value 1 \"b\"", "append 0 1"])
  }

  @Test func mapsMessagesOfAnEmbeddedView() {
    let room: Node<Int> = div {
      button(.onClick(3)) { "x" }; input(.onInput { $0.utf8.count })
    }
    var renderer = Renderer<String>()
    renderer.render(room.map { "room \($0)" }) { _ in }
    var payload = Payload()
    payload.append("four")
    #expect(renderer.message(of: .click, at: 2, Payload()) == "room 3")
    #expect(renderer.message(of: .input, at: 3, payload) == "room 4")
    #expect(renderer.message(of: .click, at: 99, Payload()) == nil)
  }

  @Test(arguments: [
    ("", true), ("/", true), ("/a:b", true), ("?a:b", true), ("#a:b", true), ("a", true),
    ("https://a.org:80/é?x=:", true), ("HTTP://a", true), ("MailTo:a@b.org", true),
    ("https:", true), ("見/:", true), ("é", true),
    (":", false), ("::", false), ("javascript:a", false), ("JavaScript:a", false),
    ("data:,a", false), ("é:", false), ("見:a", false), ("http\u{301}:a", false),
    ("httpsx:a", false), ("htt:a", false), ("ｈttp:a", false), ("http\u{0}:a", false),
    ("java\tscript:a", false), (" https://a", false), ("/a b", false), ("/a\u{7F}", false),
    ("\u{0}", false), ("\u{1F1E9}\u{1F1EA}:", false), ("\u{FFFD}:", false),
  ])
  func linksOnlyWhereNothingRuns(address: String, isLink: Bool) {
    for text in [address, String(("x" + address).dropFirst()), address + ""] {
      let view: Node<Int> = a(.href(text)) { "x" }
      #expect(HTML.text(of: view).contains("href") == isLink)
    }
    // Of any bytes, even those that are no text.
    for first in UInt8.min...(.max) {
      let hostile = String(decoding: [first, 0xC3] + address.utf8 + [0xF0, 0x9F], as: UTF8.self)
      _ = HTML.text(of: a(.href(hostile)) { "x" } as Node<Int>)
    }
  }

  @Test func buildsWithConditionsLoopsAndOptionals() {
    let isOn = true
    let missing: Node<Int>? = nil
    let view: Node<Int> = ul {
      if isOn { li { "on" } } else { li { "off" } }
      missing
      if !isOn { "never" }
      for number in 1...2 { li { "\(number)" } }
      [li { "a list" }]
    }
    #expect(
      HTML.text(of: view)
        == "<ul><li>on</li><li>1</li><li>2</li><li>a list</li></ul>")
  }
}
