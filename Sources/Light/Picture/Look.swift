/// What is visible at one moment: the values of a chord, with its colours in OKLab.
///
/// Looks can be mixed: places and sizes linearly, turns the shorter way round, colours linearly in OKLab. What has nothing in
/// between, such as a mask, switches halfway.
public struct Look: Hashable, Sendable {
  /// By the numbers of ``Parameter``.
  private(set) var chord: Chord
  /// The background's colour, then two of each pane.
  public private(set) var colours: [OKLab]
  public let gamut: Gamut

  public init(_ chord: Chord, mode: ColourMode, gamut: Gamut = .sRGB) {
    self.chord = chord
    self.gamut = gamut
    var colours = [chord.background.lab(mode, in: gamut)]
    for pane in 0..<Pane.limit {
      guard pane < chord.paneCount else {
        colours += [.black, .black]
        continue
      }
      colours.append(chord.colour(of: pane).lab(mode, in: gamut))
      colours.append(chord.colour(of: pane, second: true).lab(mode, in: gamut))
    }
    self.colours = colours
  }

  /// The look that is `part` of the way from one look to another.
  public static func mix(_ one: Look, _ other: Look, _ part: Double) -> Look {
    guard part > 0 else { return one }
    guard part < 1 else { return other }
    var mixed = part < 0.5 ? one : other
    for parameter in Parameter.all {
      let (from, to) = (one.chord[parameter], other.chord[parameter])
      guard from != to else { continue }
      guard parameter.curve != .steps else { continue }
      mixed.chord[parameter] = from + parameter.way(from: from, to: to) * part
    }
    // A pane that only one of them has fades in or out in place.
    let (few, many) = (one.chord.paneCount, other.chord.paneCount)
    for pane in 0..<max(few, many) {
      for second in [false, true] {
        let place = 1 + 2 * pane + (second ? 1 : 0)
        let field: Pane.Field = second ? .alpha2 : .alpha
        if pane >= few {
          mixed.takePane(pane, of: other)
          mixed.chord[pane, field] = other.chord[pane, field] * part
          mixed.colours[place] = other.colours[place]
        } else if pane >= many {
          mixed.takePane(pane, of: one)
          mixed.chord[pane, field] = one.chord[pane, field] * (1 - part)
          mixed.colours[place] = one.colours[place]
        } else {
          mixed.colours[place] = .mix(one.colours[place], other.colours[place], part)
        }
      }
    }
    mixed.chord.paneCount = max(few, many)
    mixed.colours[0] = .mix(one.colours[0], other.colours[0], part)
    return mixed
  }

  /// Copies where a pane is and how it is drawn, except its opacity.
  private mutating func takePane(_ pane: Int, of other: Look) {
    for field in Pane.Field.allCases where field != .alpha && field != .alpha2 {
      chord[pane, field] = other.chord[pane, field]
    }
  }
}
