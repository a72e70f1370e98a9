import Domain
public import Ledger
import Light
public import Markup
public import Program
public import RoomKit

/// The room for playing colour: eight chords in the hand, two ribbons, and a picture with limited flashing.
///
/// A program of its own plays and draws (`Sources/Stage`). The room saves its sets, shows its state and serves keyboards and
/// screen readers; touches go to it directly.
public enum Lights {
  public struct State: Sendable {
    /// Whether the room explains itself in a line; set by the shell.
    public var hasLine = false
    var place: Place?
    var stage = Stage()
    /// The browser's reason for the failure; often empty.
    var failure = ""
    /// How often starting was retried; each attempt needs a canvas of its own.
    var attempts: UInt64 = 0
    /// Whether a stage that failed was started again in this visit without asking.
    var hasRestarted = false
    /// The instrument's state; `nil` until it reports one.
    var playing: StageNews.Playing?
    var chords: [StageNews.ChordWords] = []
    /// All sets as the stage lists them: one's own, then the app's.
    var entries: [StageNews.Entry] = []
    /// The parameters that a ribbon can control.
    var parameters: [StageNews.Entry] = []
    /// The player's own sets as saved.
    var own: [LightSet] = []
    var hand = LightHand()
    /// The space from whose row the hand was restored; rows may be loaded later than the stage.
    var handSpace: String?
    /// Whether something was played in this visit.
    var isPlayed = false
    /// Whether what was played or chosen before the rows were loaded is still to be saved.
    var owesHand = false
    /// Whether what was played last is still to be saved.
    var isUnsaved = false
    /// Whether the page was hidden: its next timer may never end.
    var isHidden = false
    /// The set that goes into the hand once it is saved.
    var wanted: RowID?
    /// For each of the player's own sets, hashes of its chords.
    var signs: [[UInt32]] = []
    /// Incremented when the chords of the set in the hand may look different.
    var look: UInt32 = 0
    var screen = Screen.page
    /// Whether everything was hidden from the normal page, which the same key then restores.
    var hidesPage = false
    var screenDesk = ScreenDesk()
    /// Whether the browser is in full screen.
    var isFull = false
    var isListOpen = false
    var find = ""
    /// The set in the list whose buttons are shown.
    var unfolded = ""
    var naming = Naming.State()
    var order = RowOrder.State()
    var swipe = RowSwipe.State()
    var sheet: Sheet?
    /// Whether the device asks for reduced motion, and no level was chosen in this visit.
    var isGentle = false
    /// Whether the limiter is off, until the page is left or reloaded.
    var isUnlocked = false

    public init() {}

    /// Whether pictures of light are shown.
    public var isOpen: Bool { place != nil }
  }

  enum Stage: Equatable, Sendable {
    case closed, opening
    /// Open; without the shaders it draws small pictures.
    case open(isPlain: Bool)
    case failed

    init() { self = .closed }
  }

  /// How much of the screen the picture takes.
  enum Screen: Equatable, Sendable {
    case page
    /// All of it, with the controls over the picture.
    case full
    /// All of it, and nothing else.
    case bare
  }

  enum Sheet: Sendable {
    case named(SheetName)
    /// A set's title, and its link once that is made.
    case link(String, AddressCode?)
    /// A set that was shared.
    case offered(SetText)
  }

  /// The sheets that a button opens.
  public enum SheetName: Sendable {
    case limit, settings, keys
  }

  public enum Message: Sendable {
    case told(String)
    /// The hand has rested for a while.
    case rested
    /// The page is hidden or about to close.
    case hid
    /// Something that is played on the page, by a target's number.
    case played(Int, Double)
    case chordTapped(Int)
    case stepped(Double)
    case slid(Int, String)
    case ribbonChosen(Int, String)
    case snapped(Bool)
    case calm(Bool)
    case motionReduced(Bool)
    case unlocked
    // The screen.
    case fullTapped, hideTapped, touched, idle
    case fullChanged(Bool)
    case screen(ScreenMessage)
    // The list of sets.
    case listTapped
    case findTyped(String)
    case chosen(String), unfolded(String)
    case naming(Naming.Message)
    case order(RowOrder.Message)
    case swiped(RowSwipe.Message)
    case added, duplicated(String), removed(RowID)
    case linkWanted(String)
    case codeMade(String, [UInt8]?)
    case shareTapped(String), copyWanted(String), copied(Bool), shared
    case exported(String)
    case importTapped
    case filesPicked([PickedFile])
    case fileRead([UInt8]?)
    case offerTaken
    case lineRead
    case opened(SheetName)
    case closed
    case again
  }

  /// The name under which the stage is closed.
  private static let stageName = "stage"
  private static let idleName = "light idle"
  private static let fullName = "light full"
  private static let motionName = "light motion"
  static let restName = "light rest"
  /// How long the hand rests before what it played is saved, in milliseconds.
  static let rest = 300

  public static func start(_ state: inout State, at place: Place?) -> [Effect<Message>] {
    state.place = place
    guard let place else { return [.watchHide(.hid)] }
    (state.stage, state.screen) = (.opening, screen(at: place))
    return [.watchHide(.hid)] + opening
  }

  /// On the second screen the controls appear at a touch.
  private static func screen(at place: Place) -> Screen { place == .screen ? .bare : .page }

  private static var opening: [Effect<Message>] {
    [
      .openStage(as: stageName) { .told($0) },
      .watchMedia("(display-mode: fullscreen)", as: fullName) { .fullChanged($0) },
      .watchMedia("(prefers-reduced-motion: reduce)", as: motionName) { .motionReduced($0) },
    ]
  }

  static func restart(_ state: inout State) -> [Effect<Message>] {
    state.stage = .opening
    state.attempts += 1
    return [.stop(stageName)] + opening
  }

  /// Enters a place of the room, or leaves the room.
  public static func open(
    _ place: Place?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let was = state.place
    state.place = place
    let saving = saveHand(&state, room)
    guard let place else {
      guard was != nil else { return saving }
      (state.stage, state.playing, state.sheet, state.screen) = (.closed, nil, nil, .page)
      (state.chords, state.entries, state.naming) = ([], [], Naming.State())
      state.hasRestarted = false
      return saving
        + [.stop(stageName), .stop(idleName), .stop(fullName), .stop(motionName), .stop(restName)]
    }
    if was == nil { forgetHand(&state) }
    refreshRows(&state, room)
    if was == nil {
      (state.stage, state.screen) = (.opening, screen(at: place))
      return opening
    }
    if (was == .screen) != (place == .screen) {
      (state.stage, state.playing, state.screen) = (.opening, nil, screen(at: place))
      return saving + [.stop(stageName)] + opening
    }
    if case .shared(let text) = place, case .open = state.stage {
      return saving + [tell(.open(text))]
    }
    return saving
  }

  static func tell(_ order: StageOrder) -> Effect<Message> { .tellStage(order.message.text) }

  // MARK: - Update

  public static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .told(let text): return hear(text, &state, &room)
    case .rested: return saveHand(&state, room)
    case .hid:
      state.isHidden = true
      return saveHand(&state, room)
    case .played(let target, let value):
      // Saved with what is played.
      if target == Int(LightEvent.Target.glide.number) {
        state.hand.glide = hundredths(value)
      } else if target == Int(LightEvent.Target.brightness.number) {
        state.hand.brightness = hundredths(value)
      }
      return [tell(.play(target, value))]
    case .chordTapped(let chord):
      let target = Int(LightEvent.Target.selector(chord).number)
      return [tell(.play(target, 1)), tell(.play(target, -1))]
    case .stepped(let way): return [tell(.play(Int(LightEvent.Target.step.number), way))]
    case .slid(let ribbon, let text):
      guard let way = StageMessage.number(text) else { return [] }
      return [tell(.slide(ribbon, way / 1_000))]
    case .ribbonChosen(let place, let text): return choose(place, text, &state, room)
    case .snapped(let isOn):
      state.hand.snaps = isOn
      return [tellRibbons(state)] + keepHand(state, room)
    case .calm(let isOn):
      (state.hand.isCalm, state.isUnlocked, state.isGentle) = (isOn, false, false)
      return [tellLevel(state)] + keepHand(state, room)
    case .motionReduced(let isOn):
      state.isGentle = isOn
      return [tellLevel(state)]
    case .unlocked:
      (state.isUnlocked, state.sheet) = (true, nil)
      return [tellLevel(state)]
    case .fullTapped where state.place == .screen: return [.fullscreen(!state.isFull)]
    case .fullTapped, .hideTapped, .touched, .idle: return show(message, &state)
    case .screen(let message): return update(&state.screenDesk, message)
    // The browser's own exit from full screen.
    case .fullChanged(let isFull):
      let hasLeft = state.isFull && !isFull
      state.isFull = isFull
      if hasLeft, state.screen != .page, state.place != .screen { return show(.fullTapped, &state) }
    case .opened(let name):
      let isOther = state.sheet != nil
      state.sheet = .named(name)
      // The button that had the focus is gone.
      if isOther { return [.focus(sheetTextID)] }
    case .closed:
      state.sheet = nil
      return leaveOffer(state)
    case .lineRead: return [.ask(.lineRead), .focus("heading")]
    case .again: return restart(&state)
    default: return change(&state, message, &room)
    }
    return []
  }

  /// Full screen on and off. Over the picture the controls hide after three seconds and return at a touch.
  private static func show(_ message: Message, _ state: inout State) -> [Effect<Message>] {
    let idle: Effect<Message> = .wait(milliseconds: 3_000, as: idleName, .idle)
    switch (message, state.screen) {
    case (.fullTapped, .page):
      state.screen = .full
      return [.fullscreen(true), idle]
    case (.fullTapped, _):
      state.screen = .page
      return [.fullscreen(false), .stop(idleName)]
    case (.hideTapped, .bare): state.screen = state.hidesPage ? .page : .full
    case (.hideTapped, let screen):
      (state.hidesPage, state.screen, state.isListOpen) = (screen == .page, .bare, false)
    case (.touched, .bare), (.touched, .full):
      state.screen = .full
      return [idle]
    case (.idle, .full) where state.sheet == nil && !state.isListOpen: state.screen = .bare
    default: break
    }
    return []
  }

  // MARK: - Messages to the stage

  static func tellRibbons(_ state: State) -> Effect<Message> {
    tell(.ribbons(numbers(of: state.hand), snaps: state.hand.snaps))
  }

  private static func hundredths(_ number: Double) -> Int { Int((number * 100).rounded()) }

  /// Restores glide and brightness. The room always opens with some light.
  static func tellManner(_ state: State) -> Effect<Message> {
    tell(
      .manner(
        glide: Double(state.hand.glide) / 100,
        brightness: Double(max(state.hand.brightness, leastBrightness)) / 100))
  }

  /// In per cent.
  private static let leastBrightness = 10

  /// The parameters that the ribbons control: by default hue and purity of the background.
  static func numbers(of hand: LightHand) -> [Int] {
    let chosen = hand.ribbons.utf8.split(separator: UInt8(ascii: " ")).compactMap {
      whole(String(decoding: Array($0), as: UTF8.self))
    }
    return chosen.isEmpty ? [0, 1] : chosen
  }

  /// A whole number that is small enough for every device.
  private static func whole(_ text: String) -> Int? { StageMessage([text]).whole(0) }

  private static func choose(
    _ place: Int, _ text: String, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    var numbers = numbers(of: state.hand)
    let number = whole(text)
    if let number, place < numbers.count {
      numbers[place] = number
    } else if let number {
      numbers.append(number)
    } else if place < numbers.count {
      numbers.remove(at: place)
    }
    state.hand.ribbons = numbers.map { "\($0)" }.joined(separator: " ")
    return [tellRibbons(state)] + keepHand(state, room)
  }

  static func tellLevel(_ state: State) -> Effect<Message> {
    let isCalm = state.hand.isCalm || state.isGentle
    let level: FlashLevel = state.isUnlocked ? .off : isCalm ? .calm : .safe
    return tell(.play(Int(LightEvent.Target.limit.number), Double(level.rawValue)))
  }

  private static func kept(_ room: RoomContext) -> LightHand? {
    room.data[LightHand.row].map { LightHand($0) }
  }

  /// Saves what was played, if it is not saved yet.
  static func saveHand(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard state.isUnsaved else { return [] }
    state.isUnsaved = false
    return keepHand(state, room)
  }

  /// Saves what is in the hand, as an automatic action.
  static func keepHand(_ state: State, _ room: RoomContext) -> [Effect<Message>] {
    let edits = state.hand.edits(from: kept(room))
    return edits.isEmpty ? [] : [.keep(Action.byItself, edits, isVital: false)]
  }
}
