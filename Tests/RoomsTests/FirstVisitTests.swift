import Domain
import Ledger
import Program
import Sound
import Testing

@testable import JournalRoom
@testable import LightRoom
@testable import Pages
@testable import ReedsRoom
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// The first minute: the doors of an empty shed, what the player plays, and the line of each room.
@Suite struct FirstVisitTests {
  private func send(_ messages: FirstDoors.Message..., to desk: Desk) {
    for message in messages { desk.send(.journal(.days(.first(message)))) }
  }

  private static let question = "What do you play?"
  private static let line = "Got it"

  // MARK: - The doors

  @Test func oneTapTunes() {
    let desk = Desk("/journal")
    send(.opened(.tune), to: desk)
    #expect(desk.state.route == .room(.tools(.panel(.tuner))))
    #expect(desk.state.tools.panel == .tuner && desk.state.tools.atWork.isListening)
    // It stays on for whoever comes back and taps again.
    desk.send(.addressChanged("/tools/metronome"))
    send(.opened(.tune), to: desk)
    #expect(desk.state.tools.panel == .tuner && desk.state.tools.atWork.isListening)
  }

  @Test func oneTapClicks() {
    let desk = Desk("/journal")
    send(.opened(.click), to: desk)
    #expect(desk.state.route == .room(.tools(.panel(.metronome))))
    #expect(desk.state.tools.atWork.tempo > 0)
    desk.send(.addressChanged("/journal"))
    send(.opened(.click), to: desk)
    #expect(desk.state.tools.atWork.tempo > 0)
    #expect(desk.state.route == .room(.tools(.panel(.metronome))))
  }

  @Test func oneTapRecordsAndASecondDoesNotStop() {
    let desk = Desk("/journal")
    send(.opened(.record), to: desk)
    #expect(desk.state.tools.recorder.isRecording)
    send(.opened(.record), to: desk)
    #expect(desk.state.tools.recorder.isRecording)
    #expect(desk.state.route == .journal(.days))
  }

  @Test func howTheAppIsSetUpLeavesTheShedEmpty() {
    let desk = Desk("/journal")
    desk.send(.settings(.themeChosen(.dark)))
    desk.send(.tools(.tuner(.toleranceChosen(10))))
    #expect(!desk.data.isEmpty)
    #expect(desk.html.contains("Start the tuner") && desk.html.contains("Start here"))
    desk.send(.journal(.days(.note(.added))))
    desk.send(.journal(.days(.note(.typed("One")))))
    desk.send(.journal(.days(.note(.done))))
    #expect(!desk.html.contains("Start the tuner") && desk.html.contains("Latest"))
  }

  /// The rows of all setups are in `Schema.setups`, or the first doors vanish with the first change of one.
  @Test(arguments: Tools.Panel.allCases)
  func howAToolIsSetUpLeavesTheShedEmpty(panel: Tools.Panel) {
    let desk = Desk("/journal")
    let (message, row): (Tools.Message, RowID) =
      switch panel {
      case .tuner: (.tuner(.toleranceChosen(10)), TunerSetup.hand)
      case .drone: (.drone(.noteTapped(Note(62))), DroneSetup.hand)
      case .metronome: (.metronome(.tempoHeld(direction: 1)), MetronomeSetup.hand)
      case .scores: (.score(.loopChosen(.line)), ScoreSetup.hand)
      }
    desk.send(.tools(message))
    #expect(desk.data[row] != nil)
    #expect(Schema.setups.contains { $0.row == row })
    #expect(desk.html.contains("Start the tuner"))
  }

  @Test func everySetupLeavesTheShedEmpty() {
    for row in [Settings.row, LightHand.row, TrainingSettings.row, StatsSettings.row] {
      #expect(Schema.setups.contains { $0.row == row })
    }
    for setup in Schema.setups { #expect(Shell.setups.contains(setup.kind)) }
  }

  // MARK: - What do you play?

  @Test func theAnswerSetsTheInstrumentAndIsAskedForOnce() throws {
    let desk = Desk("/journal")
    #expect(desk.html.contains(Self.question))
    let instruments = try #require(desk.html.ranges(of: "Another instrument").first)
    // The instrument closes the card, so A4 comes first.
    #expect(try instruments.lowerBound > #require(desk.html.ranges(of: "A4 =").first).upperBound)
    let high = try #require(ReferencePitch(tenthsOfHertz: 4_420))
    send(.a4Chosen(high), to: desk)
    #expect(desk.state.chosen.a4 == high && desk.html.contains(Self.question))
    send(.chosen("clarinet-b-flat"), to: desk)
    #expect(desk.state.chosen.player.transposition == -2)
    #expect(desk.state.chosen.a4 == high)
    #expect(desk.state.tools.atWork.instrument == "Clarinet in B♭")
    #expect(desk.state.toasts.last?.text == "Instrument: Clarinet in B♭.")
    #expect(!desk.html.contains(Self.question) && desk.html.contains("Start the tuner"))
    desk.send(.undoTapped)
    desk.send(.undoTapped)
    #expect(desk.state.chosen == Settings())
    #expect(!desk.html.contains(Self.question))
    #expect(!Desk("/journal", drawer: desk.drawer).html.contains(Self.question))
  }

  @Test func theQuestionCanBeSkipped() {
    let desk = Desk("/journal")
    send(.skipped, to: desk)
    #expect(desk.state.chosen == Settings() && !desk.html.contains(Self.question))
    #expect(!Desk("/journal", drawer: desk.drawer).html.contains(Self.question))
  }

  @Test func whoHasChosenInTheSettingsIsNotAsked() {
    let desk = Desk("/settings")
    desk.send(.settings(.instrumentChosen("horn")))
    #expect(desk.state.chosen.player.name == "Horn in F")
    desk.send(.addressChanged("/journal"))
    #expect(!desk.html.contains(Self.question) && desk.html.contains("Start the tuner"))
  }

  @Test(arguments: [
    ("bassoon", Reed.Instrument.bassoon), ("oboe-d-amore", .oboeDAmore),
    ("cor-anglais", .corAnglais), ("contrabassoon", .contrabassoon), ("oboe", .oboe),
    ("clarinet-b-flat", .clarinet), ("clarinet-e-flat", .clarinet), ("basset-horn", .clarinet),
    ("bass-clarinet", .bassClarinet), ("soprano-saxophone", .sopranoSaxophone),
    ("alto-saxophone", .altoSaxophone), ("tenor-saxophone", .tenorSaxophone),
    ("baritone-saxophone", .baritoneSaxophone), ("violin", .oboe), ("any", .oboe),
  ])
  func newReedsAreForIt(instrument: String, reeds: Reed.Instrument) {
    let desk = Desk("/settings")
    desk.send(.settings(.instrumentChosen(instrument)))
    desk.send(.addressChanged("/reeds"))
    desk.send(.reeds(.opened(.newReed)))
    let value = desk.state.reeds.form.value(Reed.instrumentField)
    #expect(Reeds.instrument(value) == reeds)
  }

  // MARK: - The line of a room

  @Test func aLineGoesAwayForGood() {
    let desk = Desk("/tools/tuner")
    #expect(desk.html.contains(Self.line))
    desk.send(.tools(.lineRead))
    #expect(!desk.html.contains(Self.line) && desk.orders.contains(.focus(id: "heading")))
    #expect(desk.drawer.texts[Shell.linesKey] == "Tools")
    let next = Desk("/tools/metronome", drawer: desk.drawer)
    #expect(!next.html.contains(Self.line))
    next.send(.addressChanged("/light"))
    #expect(next.html.contains(Self.line))
    next.send(.light(.lineRead))
    #expect(next.drawer.texts[Shell.linesKey] == "Tools Light")
  }

  @Test func theFirstThingDoneInARoomEndsItsLineWithTheVisit() {
    let desk = Desk("/journal")
    // Whoever came through a door has done nothing in the room yet.
    send(.opened(.click), to: desk)
    desk.send(.tools(.stopTapped(.metronome)))
    #expect(desk.drawer.texts[Shell.linesKey] == nil && desk.html.contains(Self.line))
    // Nothing moves under the finger: not when a tool starts, not when it stops.
    desk.send(.tools(.metronome(.mainTapped)))
    #expect(desk.drawer.texts[Shell.linesKey] == "Tools" && desk.html.contains(Self.line))
    desk.send(.tools(.metronome(.mainTapped)))
    #expect(desk.html.contains(Self.line))
    desk.send(.addressChanged("/tools/tuner"))
    #expect(desk.html.contains(Self.line))
    desk.send(.addressChanged("/settings"))
    desk.send(.addressChanged("/tools/tuner"))
    #expect(!desk.html.contains(Self.line))
    let other = Desk("/tools/tuner")
    other.send(.tools(.tuner(.toleranceChosen(10))))
    #expect(other.html.contains(Self.line))
    #expect(!Desk("/tools/tuner", drawer: other.drawer).html.contains(Self.line))
    // It can still be closed, and is not kept twice.
    other.send(.tools(.lineRead))
    #expect(!other.html.contains(Self.line))
    #expect(other.drawer.texts[Shell.linesKey] == "Tools")
  }

  @Test func whatRunsWhenAToolIsOpenedHasTheSpaceOfTheLine() {
    let desk = Desk("/tools/metronome")
    desk.send(.tools(.metronome(.mainTapped)))
    desk.send(.addressChanged("/tools/scores"))
    #expect(!desk.html.contains(Self.line))
    desk.send(.tools(.stopTapped(.metronome)))
    #expect(!desk.html.contains(Self.line))
    desk.send(.addressChanged("/tools/metronome"))
    desk.send(.addressChanged("/tools/scores"))
    #expect(desk.html.contains(Self.line))
  }

  @Test func scoresHaveALineOfTheirOwn() {
    let words = "For music measured in seconds instead of beats."
    let desk = Desk("/tools/metronome")
    desk.send(.tools(.lineRead))
    desk.send(.addressChanged("/tools/scores"))
    #expect(desk.html.contains(words))
    desk.send(.tools(.lineRead))
    #expect(!desk.html.contains(words))
    #expect(desk.drawer.texts[Tools.scoreLineKey] == "read")
    #expect(!Desk("/tools/scores", drawer: desk.drawer).html.contains(words))
    // So it is once a score was started.
    let other = Desk("/tools/scores")
    #expect(other.html.contains(words))
    other.send(.tools(.score(.mainTapped)))
    #expect(other.drawer.texts[Tools.scoreLineKey] == "read" && other.html.contains(words))
    other.send(.tools(.score(.mainTapped)))
    #expect(other.html.contains(words))
    other.send(.addressChanged("/tools/drone"))
    other.send(.addressChanged("/tools/scores"))
    #expect(!other.html.contains(words))
  }

  /// Were the line to go as soon as it is played, the chords would move under the finger.
  @Test func lightKeepsItsLineUntilThePersonLeaves() {
    let desk = Desk("/light")
    desk.play(20)
    #expect(desk.html.contains(Self.line))
    desk.touch(.down, .ribbon(0), x: 0.25)
    desk.touch(.up, .ribbon(0), x: 0.25)
    desk.play(1)
    #expect(desk.html.contains(Self.line))
    desk.send(.addressChanged("/journal"))
    desk.send(.addressChanged("/light"))
    #expect(!desk.html.contains(Self.line))
  }

  @Test(arguments: ["/journal", "/reeds", "/sessions"])
  func anEmptyRoomSaysItselfWhatItIsFor(path: String) {
    let desk = Desk(path)
    #expect(!desk.html.contains(Self.line))
    desk.send(.data(.spaceChosen(.sample)))
    #expect(desk.html.contains(Self.line))
    desk.send(.data(.spaceChosen(.own)))
    #expect(!desk.html.contains(Self.line))
  }

  // MARK: - Your data

  @Test func whatIsSetUpHasAPlainName() throws {
    let desk = Desk("/light")
    desk.touch(.down, .ribbon(0), x: 0.25)
    desk.touch(.up, .ribbon(0), x: 0.25)
    desk.play(30)
    let hand = try #require(desk.data[LightHand.row])
    #expect(Schema.woodshed.title(of: hand) == "Light setup")
    desk.send(.settings(.instrumentChosen("horn")))
    let settings = try #require(desk.data[Settings.row])
    #expect(Schema.woodshed.title(of: settings) == "Settings")
    desk.send(.addressChanged("/about/data"))
    #expect(!desk.html.contains("app:tide"))
  }
}
