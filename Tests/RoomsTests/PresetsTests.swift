import Markup
import Program
import Testing

@testable import Domain
@testable import JournalRoom
@testable import Ledger
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// Presets, few or a thousand: saved, found, recalled, named and put in order.
@Suite struct PresetsTests {
  private func desk(_ messages: Presets.Message...) -> Desk {
    let desk = Desk("/tools/drone")
    for message in messages { send(message, to: desk) }
    return desk
  }

  private func send(_ messages: Presets.Message..., to desk: Desk) {
    for message in messages { desk.send(.tools(.drone(.presets(message)))) }
  }

  private func names(_ desk: Desk) -> [String] {
    desk.state.tools.drone.hand.presets.map(\.name)
  }

  /// Tools with presets named by their number, each with a level of its own as far as there are levels.
  private func tools(presets count: Int) -> Tools.State {
    var edits: [Edit] = []
    var last: [Preset<DroneSetup>] = []
    for number in 0..<count {
      var setup = DroneSetup()
      setup.level = number % 100
      let preset = Preset(
        RowID(Bits128(high: UInt64(number + 1), low: 1)),
        named: number == 700 ? "Été à Liège" : "Number \(number)", of: setup, after: last)
      last = [preset]
      edits += preset.edits(from: nil)
    }
    var tools = Tools.State()
    tools.panel = .drone
    _ = Tools.refresh(&tools, data(edits))
    return tools
  }

  private func data(_ edits: [Edit]) -> Replica {
    var data = Replica(device: DeviceID(1))
    var intent = EditIntent(
      label: "Edit", edits: edits, wall: 1_763_000_000_000, group: nil, draft: nil)
    _ = data.perform(&intent)
    return data
  }

  private func send(_ message: Presets.Message, _ tools: inout Tools.State) -> [Order] {
    Tools.update(&tools, .drone(.presets(message)), .nowhere).map(\.order)
  }

  /// The card, and what stands in it.
  private func html(_ tools: Tools.State) throws -> Substring {
    let html = HTML.text(of: Tools.view(tools))
    let start = try #require(html.firstRange(of: "id=\"presets\"")).lowerBound
    let end = try #require(html[start...].firstRange(of: "</section>")).upperBound
    return html[start..<end]
  }

  private func count(_ part: String, in html: Substring) -> Int {
    html.ranges(of: part).count
  }

  // MARK: - None

  @Test(arguments: Tools.Panel.allCases)
  func withoutPresetsThereIsNoCardButAWayToSaveTheFirst(panel: Tools.Panel) throws {
    var tools = Tools.State()
    tools.panel = panel
    let html = try html(tools)
    #expect(count("<button", in: html) == 1)
    #expect(html.contains("Save as a preset"))
    #expect(HTML.text(of: Tools.view(tools)).contains("<section class=\"presets-none\""))
  }

  @Test func savingClosesTheSheetAndSaysSo() {
    let desk = desk(.opened)
    #expect(desk.html.contains("Save preset"))
    send(.nameTyped("Long tones"), .saveTapped, to: desk)
    #expect(!desk.state.tools.drone.presets.isOpen)
    #expect(desk.state.toasts.last?.text == "Saved “Long tones”.")
    // With presets, it is also the place to edit them.
    send(.opened, to: desk)
    #expect(!desk.html.contains("Save preset") && desk.html.contains("Rename “Long tones”"))
    #expect(desk.state.tools.drone.presets.name.isEmpty)
  }

  @Test func theSheetStaysWhileTheFirstComesFromAnotherDevice() throws {
    var tools = Tools.State()
    tools.panel = .drone
    _ = send(.opened, &tools)
    var renderer = Renderer<Tools.Message>()
    renderer.render(Tools.view(tools)) { _ in }
    let first = Preset(
      RowID(Bits128(high: 1, low: 1)), named: "Long tones", of: DroneSetup(), after: [])
    _ = Tools.refresh(&tools, data(first.edits(from: nil)))
    var patch = ""
    renderer.render(Tools.view(tools)) { patch = String(decoding: $0.text, as: UTF8.self) }
    #expect(patch.contains("Long tones"))
    // The field that has the focus is not drawn anew.
    #expect(!patch.contains("preset-name"))
    #expect(!HTML.text(of: Tools.view(tools)).contains("presets-none"))
  }

  // MARK: - Many

  @Test func aThousandAreNoMoreOnThePageThanAPersonCanLookAt() throws {
    var tools = tools(presets: 1_000)
    try #require(tools.drone.hand.presets.count == 1_000)
    var html = try html(tools)
    #expect(count("<button type=\"button\" class=\"chip", in: html) == 12)
    #expect(count("<button", in: html) == 14)
    #expect(html.contains("All 1000 presets"))
    #expect(!html.contains("preset-row"))

    #expect(send(.allOpened, &tools).contains(.focus(id: "preset-find")))
    html = try self.html(tools)
    #expect(count("preset-row", in: html) == 50)
    #expect(html.contains("50 of 1000; type to find others"))
    #expect(count("<", in: html) < 2_500)
  }

  @Test func theChosenOneIsAlwaysAmongThem() throws {
    var tools = tools(presets: 90)
    let last = try #require(tools.drone.hand.presets.last)
    _ = send(.recalled(last.id), &tools)
    var html = try html(tools)
    #expect(count("<button type=\"button\" class=\"chip", in: html) == 12)
    #expect(
      html.contains("<button type=\"button\" class=\"chip on\" aria-pressed=\"true\">Number 89<"))
    #expect(html.contains("Number 10<") && !html.contains("Number 11<"))
    _ = send(.opened, &tools)
    html = try self.html(tools)
    #expect(html.contains("preset-recall on"))
    #expect(count("preset-row", in: html) == 50)
  }

  @Test(arguments: [
    ("number 99", ["Number 99", "Number 990", "Number 999"], "19 of 1000"),
    (" 999  NUMBER ", ["Number 999"], "1 of 1000"),
    ("ete liege", ["Été à Liège"], "1 of 1000"),
    ("trombone", [], "No match"),
    ("   ", ["Number 0", "Number 49"], "50 of 1000; type to find others"),
    ("numb", ["Number 0", "Number 49"], "50 of 999; type to find others"),
  ])
  func aFewLettersFind(words: String, found: [String], says: String) throws {
    var tools = tools(presets: 1_000)
    // What is set is none of them.
    _ = Tools.update(&tools, .drone(.harmonyChosen(.major)), .nowhere)
    _ = send(.opened, &tools)
    _ = send(.findTyped(words), &tools)
    let html = try html(tools)
    for name in found { #expect(html.contains("<strong>\(name)</strong>"), "\(name)") }
    #expect(count("preset-row", in: html) > 0 || found.isEmpty)
    #expect(html.contains(says))
    #expect(!html.contains("<strong>Number 50</strong>"))
  }

  @Test func aFewAreShownWithoutASearch() throws {
    var tools = tools(presets: 11)
    _ = send(.opened, &tools)
    #expect(try !html(tools).contains("preset-find"))
    tools = self.tools(presets: 12)
    _ = send(.opened, &tools)
    let html = try html(tools)
    #expect(html.contains("preset-find") && html.contains("12 presets"))
    #expect(!html.contains("All 12 presets"))
  }

  // MARK: - In the sheet

  @Test func theSheetBeginsWithTheNameAndATapOnAPresetRecallsIt() throws {
    var tools = tools(presets: 3)
    #expect(send(.opened, &tools).contains(.focus(id: "preset-name")))
    #expect(try html(tools).contains("<button type=\"submit\" class=\"primary\">Save</button>"))
    let preset = tools.drone.hand.presets[2]
    _ = send(.recalled(preset.id), &tools)
    #expect(tools.drone.hand.setup == preset.setup)
    #expect(!tools.drone.presets.isOpen)
    #expect(try !html(tools).contains("preset-name"))
  }

  @Test func rowsOnThePageFollowWhatTheyAreMadeFrom() throws {
    var tools = tools(presets: 3)
    _ = send(.opened, &tools)
    var renderer = Renderer<Tools.Message>()
    renderer.render(Tools.view(tools)) { _ in }
    func patched() -> String {
      var text = ""
      renderer.render(Tools.view(tools)) { text = String(decoding: $0.text, as: UTF8.self) }
      return text
    }
    #expect(
      send(.naming(.asked(tools.drone.hand.presets[1].id, named: "Number 1")), &tools).contains(
        .focus(id: "preset-rename")))
    #expect(patched().contains("New name"))
    _ = send(.naming(.done), &tools)
    #expect(patched().contains("Rename “Number 1”"))
    _ = send(.nameTyped("x"), &tools)
    #expect(!patched().contains("Number"))
  }

  // MARK: - Names

  @Test func blanksAroundANameAreLeftOut() throws {
    let desk = desk(
      .opened, .nameTyped("  Long tones \t"), .saveTapped, .nameTyped("   "), .saveTapped)
    #expect(names(desk) == ["Long tones", "A4 · reed"])
    let id = desk.state.tools.drone.hand.presets[0].id
    send(.naming(.asked(id, named: "Long tones")), .naming(.typed("   ")), .naming(.done), to: desk)
    #expect(names(desk)[0] == "Long tones")
    send(.naming(.asked(id, named: "")), .naming(.typed(" Warm-up ")), .naming(.done), to: desk)
    #expect(names(desk)[0] == "Warm-up")
  }

  @Test func aSetlistOfBlanksIsCalledSetlist() {
    let desk = Desk("/tools/metronome")
    func send(_ messages: MetronomePanel.Setlists.Message...) {
      for message in messages { desk.send(.tools(.metronome(.setlists(message)))) }
    }
    func name() -> String? { desk.state.tools.metronome.setlists.list?.name }
    func ask() {
      guard let list = desk.state.tools.metronome.setlists.list else { return }
      send(.naming(.asked(list.id, named: list.name)))
    }
    send(.nameTyped("  "), .made)
    #expect(name() == "Setlist")
    ask()
    send(.naming(.typed(" \n")), .naming(.done))
    #expect(name() == "Setlist")
    ask()
    send(.naming(.typed(" Recital ")), .naming(.done))
    #expect(name() == "Recital")
  }

  @Test func aNameStaysUntilItsPresetIsThere() throws {
    let desk = desk(.opened, .nameTyped("Kept"), .saveTapped)
    #expect(!desk.html.contains("value=\"Kept\""))
    send(.saveTapped, to: desk)
    #expect(names(desk) == ["Kept", "A4 · reed"])
    // Where nothing can be kept the row never comes.
    var tools = Tools.State()
    tools.panel = .drone
    for message in [Presets.Message.opened, .nameTyped("Lost"), .saveTapped] {
      _ = self.send(message, &tools)
    }
    #expect(tools.drone.presets.name == "Lost")
    _ = self.send(.opened, &tools)
    #expect(try html(tools).contains("value=\"Lost\""))
  }

  // MARK: - Order

  private func moving(_ id: RowID, by steps: Int, _ presets: [Preset<DroneSetup>]) -> [Edit] {
    Places.moving(
      id, by: steps, among: presets.map { ($0.id, $0.place) }, .drone,
      Preset<DroneSetup>.placeField)
  }

  @Test func movingOneWritesTwoHoweverManyThereAre() throws {
    let presets = tools(presets: 300).drone.hand.presets
    // One is gone from among them.
    let left = Array(presets[..<40] + presets[41...])
    #expect(moving(left[60].id, by: -1, left).count == 2)
    #expect(moving(left[298].id, by: 1, left).isEmpty)
    #expect(moving(left[40].id, by: -1, left).count == 2)
  }

  @Test func whatStandsAtOnePlaceIsMovedApart() throws {
    // Two devices each made one after the same last.
    let ids = (1...3).map { RowID(Bits128(high: $0, low: 1)) }
    var edits: [Edit] = []
    for id in ids {
      edits += Preset(id, named: "\(id)", of: DroneSetup(), after: []).edits(from: nil)
    }
    let presets = Preset<DroneSetup>.all(in: data(edits))
    let moved = moving(presets[2].id, by: -2, presets)
    let now = Preset<DroneSetup>.all(in: data(edits + moved))
    #expect(now.map(\.id) == [presets[2].id, presets[0].id, presets[1].id])
  }

  // MARK: - Where they stand

  @Test(arguments: Tools.Panel.allCases)
  func theyStandBeforeWhatIsSet(panel: Tools.Panel) throws {
    var tools = Tools.State()
    tools.panel = panel
    let html = HTML.text(of: Tools.view(tools))
    let side = try #require(html.firstRange(of: "panel-side\">"))
    #expect(
      html[side.upperBound...].hasPrefix(
        "<section class=\"presets-none\" aria-labelledby=\"presets\">"))
  }
}
