import Light
import Testing

@Suite struct ChordLinkTests {
  @Test func everySetThatComesWithTheAppFitsALink() throws {
    for set in FactorySets.all {
      let link = ChordLink.text(set)
      print("  \(set.title): \(link.utf8.count) bytes")
      #expect(link.utf8.count <= 2_000)
      #expect(ChordLink.set(of: link) == set)
      let isPlain = link.utf8.allSatisfy {
        $0 < 128
          && ($0 == 45 || $0 == 95 || Character(UnicodeScalar($0)).isLetter
            || Character(UnicodeScalar($0)).isNumber)
      }
      #expect(isPlain)
    }
  }

  @Test func theLargestSetFitsALink() {
    let long = String(repeating: "ä", count: 500)
    for seed in 0..<50 as Range<UInt64> {
      var set = Chordset(
        title: long, tempo: 399.9999, chords: (0..<8).map { Chord.random(seed: seed * 8 + $0) })
      for chord in 0..<8 {
        set[chord].name = long
        set[chord].paneCount = Pane.limit
      }
      let link = ChordLink.text(set)
      #expect(link.utf8.count <= ChordLink.limit)
      let again = ChordLink.set(of: link)
      #expect(again?.title == String(repeating: "ä", count: 60))
      for chord in 0..<8 {
        for parameter in Parameter.all {
          #expect(again?[chord][parameter] == set[chord][parameter])
        }
      }
    }
  }

  @Test func aTitleThatIsCutBehindAWordIsReadAgain() {
    let word = String(repeating: "x", count: 119)
    let link = ChordLink.text(Chordset(title: word + " and more"))
    #expect(ChordLink.set(of: link)?.title == word)
  }

  @Test func damagedLinksAreRefusedOrReadAndNeverTrap() {
    let whole = Array(ChordLink.text(FactorySets.all[1]).utf8)
    var random = SystemLess(seed: 9)
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.removeSubrange(place...)
        default: bytes.insert(UInt8(65 + random.below(26)), at: place)
        }
        if bytes.isEmpty { bytes = [65] }
      }
      if let set = ChordLink.set(of: String(decoding: bytes, as: UTF8.self)) {
        #expect(ChordLink.set(of: ChordLink.text(set)) == set)
      }
    }
    #expect(ChordLink.set(of: "") == nil)
    #expect(ChordLink.set(of: String(repeating: "A", count: 9_000)) == nil)
  }
}
