extension Performance {
  /// Replaces the sets; what plays continues.
  ///
  /// - Parameter hand: the place of the set in the hand among them.
  public mutating func exchange(_ sets: [Chordset], hand: Int) {
    guard sets.indices.contains(hand) else { return }
    self.sets = sets
    setIndex = hand
    // In another set, the same place may hold another chord.
    if let recalled, !sets[hand].chords[recalled].hasSameValues(as: live) {
      self.recalled = sets[hand].chords.firstIndex { $0.hasSameValues(as: live) }
    }
  }

  /// Restores a chord to the controllers at once, as a player left it.
  public mutating func begin(with chord: Chord, set: Int) {
    guard sets.indices.contains(set) else { return }
    setIndex = set
    (live, glided, recalled, transition) = (chord, chord, nil, nil)
    recalled = sets[set].chords.firstIndex { $0.hasSameValues(as: chord) }
  }

  /// Whether the picture changes without input.
  public var isMoving: Bool {
    transition != nil || glided != live && frozen == nil || curtain != (isBlack ? 0 : 1)
  }

  /// The selectors held, as bits.
  public var heldSelectors: Int { hands.reduce(0) { $0 | 1 << $1.chord } }
}
