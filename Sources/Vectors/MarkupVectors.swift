import Markup

extension Vector {
  static let markup = [
    patches(pairs: 400, seed: 20_261_120),
    Vector("Every short list becomes every other, even with duplicate keys") { evidence in
      evidence.checkShortLists(upTo: 4)
    },
    Vector("HTML keeps hostile texts as text") { evidence in
      let cases = [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\"onload=x", "&quot;onload=x"), ("'&'", "&#39;&amp;&#39;"), ("a\u{0}b", "a\u{FFFD}b"),
        ("é e\u{301} 🎼", "é e\u{301} 🎼"), ("]]>--><!--", "]]&gt;--&gt;&lt;!--"),
      ]
      for (text, escaped) in cases {
        let node: Node<Int> = p(.title(text)) { text }
        evidence.expect(
          HTML.text(of: node), is: "<p title=\"\(escaped)\">\(escaped)</p>", "\(text)")
      }
    },
    Vector("HTML leaves out what the page's policy forbids") { evidence in
      let node: Node<Int> = a(
        .href("java\nscript:alert(1)"), .style("color", "red"), .plain("onclick", "x"),
        .plain("style", "x"), .onClick(1), .className("ok")
      ) { br() }
      evidence.expect(HTML.text(of: node), is: "<a class=\"ok\"><br></a>")
    },
    Vector("HTML prints fields with their content") { evidence in
      let node: Node<Int> = div {
        input(.type("checkbox"), .checked(true), .disabled(true), .value("x\""))
        textarea(.value("\n</textarea>"))
      }
      evidence.expect(
        HTML.text(of: node),
        is: "<div><input type=\"checkbox\" checked disabled value=\"x&quot;\">"
          + "<textarea>\n\n&lt;/textarea&gt;</textarea></div>")
    },
    Vector("Links lead only to places that run nothing") { evidence in
      let good = [
        "/reeds", "#main", "", "a/b:c", "?q=a:b", "https://x.example", "HTTP://x", "mailto:a@b",
      ]
      let bad = [
        "javascript:x", "JaVaScRiPt:x", " javascript:x", "java\tscript:x", "data:text/html,x",
        "vbscript:x", "blob:x", "\u{1}javascript:x", "file:///etc/passwd",
      ]
      for (urls, isKept) in [(good, true), (bad, false)] {
        for url in urls {
          let node: Node<Int> = a(.href(url)) {}
          let html = HTML.text(of: node)
          evidence.expect((html.utf8.count > "<a></a>".utf8.count) == isKept, "\(url): \(html)")
        }
      }
    },
    Vector("A truncated payload reads as empty") { evidence in
      var whole = Payload()
      whole.append("reed")
      whole.append(27.5)
      whole.append([1, 2, 3])
      for length in 0...whole.bytes.count {
        var reader = Payload(bytes: Array(whole.bytes.prefix(length))).reader
        let text = reader.text()
        let number = reader.number()
        let data = reader.data()
        evidence.expect(
          text.utf8.count <= 4 && data.count <= 3 && reader.isAtEnd, "cut at \(length)")
        evidence.note("\(text) \(Int(number * 2)) \(data.count)")
      }
    },
  ]
}

extension Vector {
  /// Renders random pages one after another, and back.
  public static func patches(pairs: Int, seed: UInt64) -> Vector {
    Vector("Patches turn any page into any other") { evidence in
      evidence.checkPatches(pairs: pairs, seed: seed)
    }
  }
}

extension Evidence {
  /// Renders `pairs` pairs of random trees one after another, and compares each page with its view.
  fileprivate mutating func checkPatches(pairs: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for pair in 0..<pairs {
      let first = TreePlan.random(depth: 4, &random)
      let second =
        random.once(in: 3) ? TreePlan.random(depth: 4, &random) : first.changed(&random)
      checkPatches(from: first, to: second, "pair \(pair) of seed \(seed)")
      if failures.count > 5 { return }
    }
  }

  private mutating func checkPatches(from first: TreePlan, to second: TreePlan, _ name: String) {
    var renderer = Renderer<Int>()
    var replica = PageMirror()
    for plan in [first, second, first] {
      let node = plan.node
      renderer.render(node) { patches in
        note(patches.words)
        replica.apply(patches)
      }
      expect(replica.outline, is: Outline.expected(of: node), name)
      let messages = replica.listeners.compactMap {
        renderer.message(of: $0.kind, at: $0.node, Payload())
      }
      let expected = Self.messages(of: node.erased)
      // A handler changed in place leaves the page unchanged, so it is asked for its message.
      expect(messages.sorted() == expected.sorted(), "\(name): handlers")
      renderer.render(node) { patches in
        // A field that was just asked may have been changed by a person, so it is set again.
        replica.apply(patches)
      }
      renderer.render(node) { _ in expect(false, "\(name): patches without a change") }
    }
    for complaint in replica.complaints { expect(false, "\(name): \(complaint)") }
  }

  /// Renders each list of at most `length` children with two keys or none, and then every other such
  /// list.
  fileprivate mutating func checkShortLists(upTo length: Int) {
    var lists: [[UInt64]] = [[]]
    for list in 0..<40 where lists[list].count < length {
      for key in UInt64(0)...2 { lists.append(lists[list] + [key]) }
    }
    let views = lists.map { list -> Node<Int> in
      ul { for key in list { key == 0 ? li { "none" } : li { "\(key)" }.keyed(.number(key)) } }
    }
    let outlines = views.map { Outline.expected(of: $0) }
    for first in views.indices {
      for second in views.indices {
        var renderer = Renderer<Int>()
        var replica = PageMirror()
        renderer.render(views[first]) { replica.apply($0) }
        renderer.render(views[second]) { replica.apply($0) }
        let isRight = replica.outline == outlines[second] && replica.complaints.isEmpty
        expect(isRight, "from \(first) to \(second)")
      }
    }
  }

  private static func messages(of node: AnyNode) -> [Int] {
    switch node.form {
    case .text: return []
    case .lazy(let part): return messages(of: part.resolved())
    case .element(let element):
      let own = element.attributes.compactMap { attribute -> Int? in
        guard case .event(_, let handler) = attribute.form else { return nil }
        return handler.message(for: Payload())?.message(as: Int.self)
      }
      return own + element.children.flatMap { messages(of: $0) }
    }
  }
}
