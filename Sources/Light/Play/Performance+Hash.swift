internal import Sound

extension Performance {
  /// A hash of everything that the picture depends on.
  public var stateHash: UInt64 {
    var hash = StateHash()
    var chance = chance
    hash.add(chance.next())
    hash.add(UInt64(bitPattern: step))
    hash.add(UInt64(setIndex))
    for number in 0..<Parameter.numberCount {
      hash.add(live[number])
      hash.add(glided[number])
    }
    for set in sets {
      hash.add(UInt64(set.mode.rawValue))
      hash.add(set.tempo)
      for chord in set.chords {
        for number in 0..<Parameter.numberCount { hash.add(chord[number]) }
      }
    }
    hash.add(UInt64(shift.rawValue) | (isBlack ? 4 : 0) | (isFrozen ? 8 : 0))
    hash.add(UInt64(limit.rawValue))
    for value in [brightness, glide, curtain] { hash.add(value) }
    for hand in hands {
      hash.add(UInt64(hand.chord) << 16 | UInt64(hand.source.device.rawValue) << 8)
      hash.add(UInt64(hand.source.contact))
      hash.add(hand.height)
    }
    if let transition {
      hash.add(UInt64(bitPattern: transition.began))
      hash.add(UInt64(bitPattern: transition.length))
    }
    let look = self.look
    for number in 0..<Parameter.numberCount { hash.add(look.chord[number]) }
    for colour in look.colours {
      for value in [colour.lightness, colour.a, colour.b] { hash.add(value) }
    }
    return hash.value
  }
}

/// A hash of numbers in which every bit counts (FNV-1a, eight bytes at a time, mixed).
struct StateHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bits: UInt64) {
    value = (value ^ bits) &* 0x0000_0100_0000_01B3
    value ^= value >> 29
  }

  mutating func add(_ number: Double) {
    // Both zeros look the same.
    add(number == 0 ? 0 : number.bitPattern)
  }
}
