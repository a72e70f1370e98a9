import Light
import Testing

@Suite struct EventTextTests {
  @Test func whatIsWrittenIsReadAgain() throws {
    var play = HostilePlay(seed: 3, sets: 4)
    let text = EventText.text(play.events(until: 30_000_000))
    let events = try EventText.events(of: text)
    #expect(events.count > 500)
    #expect(EventText.text(events) == text)
  }

  @Test(arguments: [
    ("", 0), ("light-events 1\n", 1), ("woodshed light-events 2\n", 1),
    ("woodshed light-events 1\n1 touch.0 shift", 2),
    ("woodshed light-events 1\nx touch.0 shift 1", 2),
    ("woodshed light-events 1\n2 touch.0 shift 1\n1 touch.0 shift 0", 3),
    ("woodshed light-events 1\n1 finger.0 shift 1", 2),
    ("woodshed light-events 1\n1 touch.300 shift 1", 2),
    ("woodshed light-events 1\n1 touch.0 shift 0.00001", 2),
    ("woodshed light-events 1\n1 touch.0 pane.5.hue 1", 2),
    ("woodshed light-events 1\n9223372036854.77 touch.0 shift 1", 2),
    ("woodshed light-events 1\n36001 touch.0 shift 1", 2),
  ])
  func saysWhereItIsWrong(text: String, line: Int) {
    do {
      let events = try EventText.events(of: text)
      Issue.record("it was read: \(events.count)")
    } catch {
      #expect(error.line == line)
    }
  }
}
