internal import Sound

extension Performance {
  /// A finger that stays on a selector for this many steps borrows its chord and gives it back.
  static let borrowing = rate * 35 / 100
  /// The shortest transition, in steps, from the third chord within a second on.
  static let fadeOfMany = rate / 3

  /// Applies a player's event; an unknown one changes nothing.
  public mutating func take(_ event: LightEvent) {
    advance(to: event.time)
    let value = event.value
    guard value.isFinite else { return }
    // Events may come late: how long a hand stays is measured by their own times.
    let moment = Self.step(at: event.time)
    if let chord = event.target.selector {
      return value < 0
        ? lift(event.source, at: moment) : press(chord, event.source, min(value, 1), at: moment)
    }
    switch event.target {
    case .shift: shift(value, event.source)
    case .step: goOn(by: value < 0 ? -1 : 1)
    case .blackout: isBlack = value >= 0.5
    case .freeze:
      let freezes = value >= 0.5
      if freezes != isFrozen { frozen = freezes ? look : nil }
      isFrozen = freezes
    case .brightness: brightness = min(max(value, 0), 1)
    case .glide: glide = min(max(value, 0), 2)
    case .tap: tap(at: moment)
    case .panic:
      giveBack()
      hands = []
      storing = []
      shift = .up
      shiftSources = []
      isBlack = true
    case .release: release(event.source, at: moment)
    case .limit:
      if let level = FlashLevel(rawValue: UInt8(min(max(value, 0), 255))) { limit = level }
    case .surprise: surprise()
    case .set: choose(Int(min(max(value, 0), 100_000)))
    case .tempo: set(tempo: value)
    case .mode: set(mode: ColourMode(rawValue: UInt8(min(max(value, 0), 255))))
    default:
      guard let parameter = Parameter.numbered(Int(event.target.number)) else { return }
      live[parameter] = value
      recalled = nil
    }
  }

  // MARK: - Selectors

  private mutating func press(
    _ chord: Int, _ source: LightEvent.Source, _ height: Double, at moment: Int64
  ) {
    if let place = hands.firstIndex(where: { $0.source == source }) {
      hands[place].height = height
      guard hands[place].chord != chord else { return }
      let from = look
      hands[place].chord = chord
      hands[place].hasSlid = true
      if hands.count == 1 { recall(chord) }
      begin(from, sets[setIndex][chord])
      return
    }
    // A finger that has stored does nothing else until it is lifted.
    guard !storing.contains(source) else { return }
    if shift != .up {
      storing.append(source)
      store(chord)
      unlatch()
      return
    }
    let from = look
    hands.append(
      Hand(
        source: source, chord: chord, height: height, came: moment,
        // A later hand gives back what was there before the first one borrowed.
        before: hands.first?.before ?? live,
        wasRecalled: hands.isEmpty ? recalled : hands[0].wasRecalled))
    if hands.count == 1 { recall(chord) }
    begin(from, sets[setIndex][chord])
  }

  private mutating func lift(_ source: LightEvent.Source, at moment: Int64) {
    storing.removeAll { $0 == source }
    guard let place = hands.firstIndex(where: { $0.source == source }) else { return }
    let from = look
    let hand = hands.remove(at: place)
    if let left = hands.last {
      // When one of two mixed chords is released, the other stays.
      recall(left.chord)
      begin(from, sets[setIndex][left.chord])
    } else if !hand.hasSlid, moment - hand.came >= Self.borrowing {
      giveBack(hand, from)
    }
  }

  /// Restores what was in the controllers before a hand came.
  private mutating func giveBack(_ hand: Hand, _ from: Look) {
    live = hand.before
    glided = live
    recalled = hand.wasRecalled
    begin(from, live)
  }

  private mutating func giveBack() {
    if let hand = hands.first { giveBack(hand, look) }
  }

  /// Puts a chord into the controllers.
  private mutating func recall(_ chord: Int) {
    live = sets[setIndex][chord]
    glided = live
    recalled = chord
  }

  private mutating func surprise() {
    guard hands.isEmpty else { return }
    var chord = Int(chance.number(through: UInt64(Chordset.size - 2)))
    if let recalled, chord >= recalled { chord += 1 }
    let from = look
    recall(chord)
    begin(from, sets[setIndex][chord])
  }

  private mutating func begin(_ from: Look, _ chord: Chord) {
    var length = Int64(chord.time * Double(Self.rate))
    comings.removeAll { step - $0 >= Self.rate }
    comings.append(step)
    if comings.count > 2, limit != .off { length = max(length, Self.fadeOfMany) }
    if comings.count > 8 { comings.removeFirst() }
    transition =
      length > 0
      ? Transition(from: from, began: step, length: length, ease: chord.ease) : nil
  }

  private mutating func store(_ chord: Int) {
    let before = sets[setIndex][chord]
    var kept = live
    kept.name = before.name
    sets[setIndex][chord] = kept
    recalled = chord
    doings.append(.stored(chord: chord, before: before))
  }

  /// Releases everything that a source holds, as if it had never pressed: a hand that was cut off has no effect.
  private mutating func release(_ source: LightEvent.Source, at moment: Int64) {
    if hands.count == 1, hands[0].source == source {
      giveBack()
      hands = []
    } else {
      lift(source, at: moment)
    }
    letGo(source)
  }

  // MARK: - Shift, sets and tempo

  private mutating func shift(_ value: Double, _ source: LightEvent.Source) {
    if value >= 3 {
      letGo(source)
      // Another finger or key still holds it.
      guard shift != .held else { return }
      shift = shift == .up ? .latched : .up
      shiftSources = []
    } else if value >= 2 {
      shift = shift == .locked ? .up : .locked
      shiftSources = []
    } else if value >= 1 {
      if !shiftSources.contains(source) { shiftSources.append(source) }
      if shift == .up { shift = .held }
    } else {
      letGo(source)
    }
  }

  private mutating func letGo(_ source: LightEvent.Source) {
    shiftSources.removeAll { $0 == source }
    if shift == .held, shiftSources.isEmpty { shift = .up }
  }

  /// A latch is for one chord or copy.
  private mutating func unlatch() {
    if shift == .latched { shift = shiftSources.isEmpty ? .up : .held }
  }

  private mutating func goOn(by way: Int) {
    if shift != .up {
      doings.append(.copied(isAfter: way > 0))
      unlatch()
    } else {
      choose((setIndex + way + sets.count) % sets.count)
    }
  }

  private mutating func choose(_ index: Int) {
    guard sets.indices.contains(index), index != setIndex else { return }
    let from = look
    setIndex = index
    recalled = nil
    hands = []
    // The mode may differ: the same chord then looks different.
    fade(from)
    doings.append(.chose(set: index))
  }

  /// Fades from what was visible, if that has changed.
  private mutating func fade(_ from: Look) {
    guard transition != nil || from != look else { return }
    transition = Transition(from: from, began: step, length: Self.fadeOfMany, ease: .gentle)
  }

  private mutating func set(mode: ColourMode?) {
    guard let mode, mode != set.mode else { return }
    let from = look
    sets[setIndex].mode = mode
    fade(from)
    doings.append(.mode)
  }

  private mutating func set(tempo: Double) {
    let range = Chordset.tempos
    let tempo = min(max(tempo, range.lowerBound), range.upperBound)
    sets[setIndex].tempo = Functions.floor(tempo * Parameter.precision + 0.5) / Parameter.precision
    doings.append(.tempo)
  }

  /// The tempo of up to four beats, each at most two seconds after the one before.
  private mutating func tap(at moment: Int64) {
    if let last = taps.last, moment - last > 2 * Self.rate || moment <= last { taps = [] }
    taps.append(moment)
    if taps.count > 5 { taps.removeFirst() }
    guard taps.count >= 2, let first = taps.first, let last = taps.last else { return }
    let beats = Double(taps.count - 1)
    let tempo = 60 * beats * Double(Self.rate) / Double(last - first)
    if Chordset.tempos.contains(tempo) { set(tempo: tempo) }
  }
}
