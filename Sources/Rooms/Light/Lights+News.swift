import Domain
import Ledger
import Light
public import Program
public import RoomKit

// Messages from the stage, and how the room responds.
extension Lights {
  static func hear(
    _ text: String, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let message = StageMessage(text)
    if message.isAbout("failed") {
      state.failure = message[1]
      // A browser sometimes ends a stage that would run if it were started again.
      if !state.hasRestarted {
        state.hasRestarted = true
        return restart(&state)
      }
      state.stage = .failed
      return []
    }
    if message.isAbout("screenFailed") {
      return [.toast("The second screen couldn’t start its picture. Try again in its window.")]
    }
    if message.isAbout("painter") {
      let isPlain = message[1].utf8.elementsEqual("plain".utf8)
      state.stage = .open(isPlain: isPlain)
      if state.place == .screen {
        // Only the shader can fit a picture.
        return isPlain ? [] : [.load(ScreenDesk.key) { .screen(.kept($0)) }]
      }
      return begin(&state, room)
    }
    guard let news = StageNews(message) else { return [] }
    switch news {
    case .playing(let playing):
      let isPlayed = hasMoved(state.playing, playing)
      state.playing = playing
      if isPlayed {
        state.isPlayed = true
        if state.hasLine { return [.ask(.acted)] }
      }
    case .sets(let entries): state.entries = entries
    case .chords(let chords):
      state.chords = chords
      state.look &+= 1
    case .parameters(let entries): state.parameters = entries
    case .stored(let key, let chord, let name, let text):
      return store(key, chord, name, text, state)
    case .made(let sets, let key, .opened):
      if let set = sets.first, key.utf8.isEmpty { state.sheet = .offered(set) }
    case .made(let sets, let key, let reason):
      return make(sets, after: key, reason, &state, &room)
    case .tempo(let key, let tempo):
      guard let old = own(key, state) else { return [] }
      var set = old
      set.tempo = Int64((tempo * 100).rounded(.toNearestOrAwayFromZero))
      return keep("Set the tempo", set.edits(from: old))
    case .mode(let key, let isEven):
      guard let old = own(key, state) else { return [] }
      var set = old
      set.isEven = isEven
      return keep("Set the colours", set.edits(from: old))
    case .rested(let key, let chord):
      state.isPlayed = true
      state.hand.chord = chord
      // While a new set is being saved, the hand is about to move to it.
      guard state.wanted == nil else { return [] }
      state.hand.set = key
      state.isUnsaved = true
      guard state.isHidden else { return [.wait(milliseconds: rest, as: restName, .rested)] }
      state.isHidden = false
      return saveHand(&state, room)
    case .link(let key, let text):
      guard let set = state.entries.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
        return []
      }
      state.sheet = .link(set.title, nil)
      let path = Place.shared(text).path
      return [.clerk(AddressCode.request(path)) { .codeMade(set.title, $0) }]
    case .file(let name, let text):
      return [
        .download(
          Array(text.utf8), name: "\(name.fileName(or: "Chordset")).light.txt", type: "text/plain")
      ]
    case .problem(let words): return [.toast(words)]
    case .asked(let isBare): return update(&state, isBare ? .hideTapped : .fullTapped, &room)
    }
    return []
  }

  /// Whether a chord or a ribbon was played since the last report.
  private static func hasMoved(_ was: StageNews.Playing?, _ now: StageNews.Playing) -> Bool {
    guard let was else { return false }
    return now.held != 0
      || zip(was.ribbons, now.ribbons).contains {
        $0.parameter == $1.parameter && $0.way != $1.way
      }
  }

  /// The stage is ready: sends it the sets and what was in the hand.
  private static func begin(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    refreshRows(&state, room)
    var effects = [
      tell(.sets(texts(state), hand: state.hand.set)), tellRibbons(state), tellManner(state),
      tellLevel(state),
    ]
    if !state.hand.chord.utf8.isEmpty { effects.append(tell(.live(state.hand.chord))) }
    // A stage that ended in the dark starts in the dark.
    if state.playing?.isBlack == true {
      effects.append(tell(.play(Int(LightEvent.Target.blackout.number), 1)))
    }
    if case .shared(let text) = state.place { effects.append(tell(.open(text))) }
    return effects
  }

  /// Reads the saved sets and the hand.
  static func refreshRows(_ state: inout State, _ room: RoomContext) {
    take(LightSet.all(in: room.data), &state)
    restoreHand(&state, room)
  }

  static func forgetHand(_ state: inout State) {
    (state.hand, state.handSpace) = (LightHand(), nil)
    (state.isPlayed, state.owesHand, state.isUnsaved) = (false, false, false)
  }

  /// Reads the hand once in a visit: what another device changes in its row waits for the next.
  ///
  /// What was played or chosen before the row was loaded stays.
  private static func restoreHand(_ state: inout State, _ room: RoomContext) {
    if let space = state.handSpace, !space.hasSameBytes(as: room.space) { forgetHand(&state) }
    guard state.handSpace == nil, !room.isOpening, let row = room.data[LightHand.row] else {
      return
    }
    let mine = state.hand
    (state.hand, state.handSpace) = (LightHand(row), room.space)
    if state.isPlayed { (state.hand.set, state.hand.chord) = (mine.set, mine.chord) }
    if !mine.ribbons.utf8.isEmpty { state.hand.ribbons = mine.ribbons }
    if mine.snaps { state.hand.snaps = true }
    if mine.isCalm { state.hand.isCalm = true }
    if mine.glide != LightHand().glide { state.hand.glide = mine.glide }
    if mine.brightness != LightHand().brightness { state.hand.brightness = mine.brightness }
    state.owesHand = state.hand != LightHand(row)
  }

  /// Saves what was played or chosen before the rows were loaded.
  public static func settle(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard state.owesHand, room.isWritable else { return [] }
    state.owesHand = false
    return keepHand(state, room)
  }

  /// Hashes each chord's text, so that only changed chords are redrawn.
  private static func take(_ own: [LightSet], _ state: inout State) {
    state.own = own
    state.signs = own.map { set in
      set.chords.map { text in
        var sign: UInt32 = set.isEven ? 1 : 2_166_136_261
        for byte in text.utf8 { sign = (sign ^ UInt32(byte)) &* 16_777_619 }
        return sign
      }
    }
  }

  /// Reads the data again, including changes from other devices.
  public static func refresh(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard state.isOpen, state.place != .screen else { return [] }
    let own = LightSet.all(in: room.data)
    let before = state.hand
    restoreHand(&state, room)
    let isRestored = state.hand != before
    // Its row may have been read when the address changed, before the stage heard of it.
    let wanted = state.wanted.flatMap { id in own.contains { $0.id == id } ? id : nil }
    guard own != state.own || isRestored || wanted != nil else { return [] }
    take(own, &state)
    guard case .open = state.stage else { return [] }
    var hand = isRestored && !state.isPlayed ? state.hand.set : ""
    if let wanted {
      hand = wanted.bits.hex
      // On a slow device the hand came to rest before this.
      (state.wanted, state.hand.set, state.owesHand) = (nil, hand, true)
      // A saved hand that is loaded later must not replace it.
      state.isPlayed = true
    }
    var effects = [tell(.sets(texts(state), hand: hand))]
    if isRestored {
      effects += [tellRibbons(state), tellManner(state), tellLevel(state)]
      if !state.isPlayed, !state.hand.chord.utf8.isEmpty {
        effects.append(tell(.live(state.hand.chord)))
      }
    }
    return effects
  }

  /// The sets as the stage reads them.
  private static func texts(_ state: State) -> [(key: String, set: SetText)] {
    state.own.map { ($0.id.bits.hex, text(of: $0)) }
  }

  static func text(of set: LightSet) -> SetText {
    SetText(
      title: set.title, isEven: set.isEven, tempo: Double(set.tempo) / 100, chords: set.chords)
  }

  static func own(_ key: String, _ state: State) -> LightSet? {
    Bits128(hex: key).flatMap { bits in state.own.first { $0.id == RowID(bits) } }
  }

  static func keep(
    _ label: String, _ edits: [Edit], saying: String? = nil
  ) -> [Effect<Message>] {
    edits.isEmpty ? [] : [.keep(label, edits, saying: saying)]
  }

  private static func store(
    _ key: String, _ chord: Int, _ name: String, _ text: String, _ state: State
  ) -> [Effect<Message>] {
    guard let old = own(key, state), old.chords.indices.contains(chord) else { return [] }
    var set = old
    set.chords[chord] = text
    return keep(
      "Store chord \(chord + 1) in “\(set.title)”", set.edits(from: old),
      saying: "Stored as chord \(chord + 1) in “\(set.title)”.")
  }

  /// Saves new sets after one of the player's own, or before all of them; the first goes into the hand.
  private static func make(
    _ texts: [SetText], after key: String, _ reason: StageNews.Reason,
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let isFromFile = reason == .imported || reason == .opened
    let texts = texts.filter { text in
      !isFromFile || !state.own.contains { isSame($0, as: text) }
    }
    guard let first = texts.first else {
      return [.toast("Nothing was added: you already have all of it.")]
    }
    var edits: [Edit] = []
    var titles = state.own.map { $0.title }
    let above = state.own.firstIndex { $0.id.bits.hex.utf8.elementsEqual(key.utf8) }
    var place =
      above.map { state.own[$0].place } ?? (state.own.first?.place ?? 1) - Int64(texts.count) - 1
    // The sets below make room.
    if let above {
      for set in state.own[(above + 1)...] where set.place <= place + Int64(texts.count) {
        var moved = set
        moved.place = set.place + Int64(texts.count)
        edits += moved.edits(from: set)
      }
    }
    for text in texts {
      place += 1
      let id = room.newRow()
      if state.wanted == nil || edits.isEmpty { state.wanted = id }
      // The app's own keeps its name beside it.
      let name = reason == .stored ? "\(title(text.title)) (mine)" : title(text.title)
      let free = freeTitle(name.shortened(to: LightSet.titleLimit), beside: titles)
      titles.append(free)
      var set = LightSet(id, titled: free, at: place)
      (set.isEven, set.chords) = (text.isEven, text.chords)
      set.tempo = Int64((text.tempo * 100).rounded(.toNearestOrAwayFromZero))
      edits += set.edits(from: nil)
    }
    let name = texts.count == 1 ? "“\(title(first.title))”" : "\(texts.count) chordsets"
    return switch reason {
    case .stored:
      keep("Store a chord in \(name)", edits, saying: "Stored in your own copy of \(name).")
    case .copied: keep("Copy a chordset", edits, saying: "Added \(name).")
    case .imported: keep("Import chordsets", edits, saying: "Imported \(name).")
    case .opened: keep("Add a shared chordset", edits, saying: "Added \(name).")
    }
  }

  static func title(_ text: String) -> String {
    let title = text.trimmingBlanks.shortened(to: LightSet.titleLimit)
    return title.utf8.isEmpty ? "Untitled" : title
  }

  /// The title, with a number if there is one like it: two sets may differ in a single chord.
  private static func freeTitle(_ title: String, beside titles: [String]) -> String {
    var (free, number) = (title, 1)
    while titles.contains(where: { $0.hasSameBytes(as: free) }) {
      number += 1
      free = "\(title.shortened(to: LightSet.titleLimit - 4)) \(number)"
    }
    return free
  }

  /// Whether they have the same chords; the one that is there may have got a number.
  private static func isSame(_ set: LightSet, as text: SetText) -> Bool {
    let title = title(text.title)
    return set.title.shortened(to: title.utf8.count).hasSameBytes(as: title)
      && set.isEven == text.isEven
      && set.chords.count == text.chords.count
      && zip(set.chords, text.chords).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  /// Saves a shared set.
  static func takeOffer(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    guard case .offered(let set) = state.sheet else { return [] }
    state.sheet = nil
    return make([set], after: "", .opened, &state, &room) + leaveOffer(state)
  }

  /// Leaves the address of a shared set, so that reloading does not offer it again.
  static func leaveOffer(_ state: State) -> [Effect<Message>] {
    guard case .shared = state.place else { return [] }
    return [.navigate(to: Place.front.path, replacing: true)]
  }
}
