extension Performance {
  /// Takes other sets in the place of those that are here; what plays goes on.
  ///
  /// - Parameter hand: the place of the set in the hand among them.
  public mutating func exchange(_ sets: [Chordset], hand: Int) {
    guard sets.indices.contains(hand) else { return }
    self.sets = sets
    setIndex = hand
  }

  /// Puts a chord into the controllers at once, as a player left it.
  public mutating func begin(with chord: Chord, set: Int) {
    guard sets.indices.contains(set) else { return }
    setIndex = set
    (live, glided, recalled, transition) = (chord, chord, nil, nil)
    recalled = sets[set].chords.firstIndex { $0.hasSameValues(as: chord) }
  }

  /// Whether the picture changes by itself.
  public var isMoving: Bool {
    transition != nil || glided != live && frozen == nil || curtain != (isBlack ? 0 : 1)
  }

  /// The selectors under hands, as bits.
  public var heldSelectors: Int { hands.reduce(0) { $0 | 1 << $1.chord } }
}
