import Domain
public import Markup
public import Program
public import RoomKit

/// Shows every component in every state, working, for tests and for people.
public enum ComponentsPage {
  public struct State: Equatable, Sendable {
    var tempo = NumberField.State(Decimal(units: 132, places: 0))
    var gouge = NumberField.State(Decimal(units: 58, places: 2))
    var chips: Set<Int> = [2]
    var segment = 0
    var text = ""
    var notes = ""
    var choice = "oboe"
    var colour = "#8a5a0c"
    var day = ""
    var isTicked = true
    var isDialogOpen = false
    var isSheetOpen = false
    var rows = ["Low attacks, Ferling 14", "Tombeau, bars 1 to 32", "Long tones on B"]
    /// What the device last answered.
    var report = "Nothing asked yet."
    var isAwake = false
    var frames = 0
    var isCounting = false

    public init() {}
  }

  public enum Message: Equatable, Sendable {
    case tempo(NumberField.Message)
    case gouge(NumberField.Message)
    case chipTapped(Int)
    case segmentChosen(Int)
    case textTyped(String)
    case notesTyped(String)
    case choiceMade(String)
    case colourChosen(String)
    case dayChosen(String)
    case ticked(Bool)
    case dialogOpened, dialogClosed
    case sheetOpened, sheetClosed
    case rowRemoved(String)
    case rowsRestored([String])
    case toastAsked
    case nothingDone
    case copyAsked, copied(Bool)
    case shareAsked, shared(ShareOutcome)
    case downloadAsked
    case fileAsked, filesPicked([PickedFile]), fileRead([UInt8]?)
    case serverAsked, serverAnswered(FetchAnswer)
    case awakeSwitched, buzzAsked, fullscreenAsked
    case framesSwitched, frameCame
    case crashAsked
  }

  @export(interface)
  public static func update(_ state: inout State, _ message: Message) -> [Effect<Message>] {
    switch message {
    case .tempo(let message):
      return NumberField.update(&state.tempo, message, tempoRule).map { $0.map(Message.tempo) }
    case .gouge(let message):
      return NumberField.update(&state.gouge, message, gougeRule).map { $0.map(Message.gouge) }
    case .chipTapped(let index):
      if state.chips.remove(index) == nil { state.chips.insert(index) }
    case .segmentChosen(let index): state.segment = index
    case .textTyped(let text): state.text = text
    case .notesTyped(let text): state.notes = text
    case .choiceMade(let value): state.choice = value
    case .colourChosen(let value): state.colour = value
    case .dayChosen(let value): state.day = value
    case .ticked(let isOn): state.isTicked = isOn
    case .dialogOpened: state.isDialogOpen = true
    case .dialogClosed: state.isDialogOpen = false
    case .sheetOpened: state.isSheetOpen = true
    case .sheetClosed: state.isSheetOpen = false
    case .rowRemoved(let row):
      let before = state.rows
      state.rows.removeAll { $0 == row }
      return [.toast("“\(row)” is in the trash.", undo: .rowsRestored(before))]
    case .rowsRestored(let rows): state.rows = rows
    case .toastAsked: return [.toast("This disappears automatically.")]
    case .nothingDone: break
    default: return ask(&state, message)
    }
    return []
  }

  /// What is asked of the device, and what it answers.
  private static func ask(_ state: inout State, _ message: Message) -> [Effect<Message>] {
    switch message {
    case .copyAsked: return [.copy("Woodshed \(Version.text)", Message.copied)]
    case .copied(let isDone): state.report = isDone ? "Copied." : "No access to the clipboard."
    case .shareAsked:
      return [.share(title: "Woodshed", text: "The practice room", Message.shared)]
    case .shared(.shared): state.report = "Shared."
    case .shared(.dismissed): state.report = "Not shared after all."
    case .shared(.unavailable): state.report = "This browser can’t share. Copy it instead."
    case .downloadAsked:
      let text = "Woodshed \(Version.text)\n"
      return [.download(Array(text.utf8), name: "woodshed.txt", type: "text/plain")]
    case .fileAsked: return [.pickFiles(accept: "", Message.filesPicked)]
    case .filesPicked(let files):
      guard let file = files.first else {
        state.report = "No file was chosen."
        break
      }
      state.report = "Reading \(file.name) …"
      return [.read(file, Message.fileRead)]
    case .fileRead(let bytes?): state.report = "The file has \(bytes.count) bytes."
    case .fileRead(nil): state.report = "The file can’t be read. Choose it again."
    case .serverAsked: return [.fetch(FetchRequest(path: "/healthz"), Message.serverAnswered)]
    case .serverAnswered(let answer):
      state.report =
        answer.isSuccess ? "The server is up." : "The server can’t be reached. Keep working."
    case .awakeSwitched:
      state.isAwake.toggle()
      return [.keepAwake(state.isAwake)]
    case .buzzAsked: return [.vibrate(milliseconds: [40, 60, 40])]
    case .fullscreenAsked: return [.fullscreen(true)]
    case .framesSwitched:
      state.isCounting.toggle()
      return [
        state.isCounting ? .watchFrames(as: "frames") { _ in .frameCame } : .stop("frames")
      ]
    case .frameCame: state.frames += 1
    case .crashAsked: return [.crash]
    default: break
    }
    return []
  }

  static let tempoRule = NumberField.Rule(10...600, "bpm")
  static let gougeRule = NumberField.Rule(40...80, places: 2, "mm")
}
