/// The sets that come with the app: each is one idea, to play from or take apart.
public enum FactorySets {
  /// All of them. They are checked by a test, so none is missing.
  public static var all: [Chordset] {
    sources.compactMap { source in
      do throws(ChordProblem) {
        return try ChordText.set(of: source.text)
      } catch {
        return nil
      }
    }
  }

  /// The set with this name in commands, such as `tide`.
  public static func named(_ name: String) -> Chordset? {
    guard let source = sources.first(where: { $0.name.hasSameBytes(as: name) }) else {
      return nil
    }
    do throws(ChordProblem) {
      return try ChordText.set(of: source.text)
    } catch {
      return nil
    }
  }

  public static var names: [String] { sources.map { $0.name } }

  static let sources: [(name: String, text: String)] = [
    // Water and sky meet at a line that sinks, and comes back.
    (
      "tide",
      """
      set Low tide
      play mode=vivid tempo=40
      chord Before dawn
      chord-values time=3
      background hue=9.7 purity=-0.86
      pane left=-0.5 width=2 top=0.52 height=0.6 hue=9.4 purity=-0.72 hue2=9.9 purity2=-0.93 alpha2=1 edge=0.15
      chord First band
      chord-values time=3
      background hue=9.8 purity=-0.62
      pane left=-0.5 width=2 top=0.56 height=0.6 hue=8.9 purity=-0.55 hue2=9.6 purity2=-0.9 alpha2=1 edge=0.1
      pane left=-0.5 width=2 top=0.5 height=0.08 hue=3.4 purity=0.1 hue2=2.6 purity2=-0.2 alpha=0.7 edge=0.3
      chord Ebb
      chord-values time=4
      background hue=9.3 purity=-0.3
      pane left=-0.5 width=2 top=0.64 height=0.5 hue=8.6 purity=-0.35 hue2=9.2 purity2=-0.8 alpha2=1 edge=0.08
      pane left=-0.5 width=2 top=0.6 height=0.06 hue=5.1 purity=0.55 alpha=0.5 edge=0.25
      chord Sand
      chord-values time=4
      background hue=9.2 purity=0.35
      pane left=-0.5 width=2 top=0.74 height=0.4 hue=4.2 purity=0.25 hue2=3.7 purity2=-0.45 alpha2=1 edge=0.05
      pane left=-0.5 width=2 top=0.68 height=0.09 hue=8.4 purity=-0.1 alpha=0.8 alpha2=0.3 edge=0.2
      chord Glare
      chord-values time=2
      background hue=9.1 purity=0.62
      pane left=-0.5 width=2 top=0.76 height=0.4 hue=4.4 purity=0.5 hue2=4 purity2=0.05 alpha2=1 edge=0.05
      pane left=0.3 top=0.1 width=0.4 height=0.7 mask=ellipse hue=5.2 purity=0.8 alpha=0.7 alpha2=0.7 edge=0.9
      chord Flood
      chord-values time=4
      background hue=9.3 purity=-0.15
      pane left=-0.5 width=2 top=0.5 height=0.7 hue=8.3 purity=-0.2 hue2=9.5 purity2=-0.7 alpha2=1 edge=0.12
      chord Harbour at night
      chord-values time=3
      background hue=10.2 purity=-0.88
      pane left=-0.5 width=2 top=0.55 height=0.6 hue=9.6 purity=-0.85 hue2=10 purity2=-0.95 alpha2=1 edge=0.06
      pane left=0.64 top=0.5 width=0.06 height=0.5 hue=3.3 purity=0.1 alpha=0.75 alpha2=0 edge=0.35 blend=add
      chord Slack water
      chord-values time=6
      background hue=9.1 purity=-0.5
      """
    ),
    // From a coal to the open flame.
    (
      "fire",
      """
      set Ember
      play mode=vivid tempo=72
      chord Ash
      background hue=1.6 purity=-0.92
      pane left=0.2 top=0.45 width=0.6 height=0.9 mask=ellipse hue=1.9 purity=-0.7 alpha=0.8 alpha2=0.2 edge=0.8
      chord Coal
      background hue=1.4 purity=-0.82
      pane left=0.25 top=0.5 width=0.5 height=0.8 mask=ellipse hue=2.2 purity=-0.2 hue2=1.6 purity2=-0.6 alpha2=1 edge=0.6
      chord Glow
      background hue=1.7 purity=-0.6
      pane left=0.15 top=0.35 width=0.7 height=1.1 mask=ellipse hue=3 purity=-0.05 hue2=1.9 purity2=-0.3 alpha2=1 edge=0.7
      chord Flame
      chord-values time=0.4
      background hue=1.8 purity=-0.45
      pane left=0.3 top=0.05 width=0.4 height=1.3 mask=ellipse hue=4.3 purity=0.1 hue2=2.3 purity2=0 alpha2=1 edge=0.4
      pane left=0.42 top=0.4 width=0.16 height=0.8 mask=ellipse hue=5.2 purity=0.6 alpha=0.9 alpha2=0.4 edge=0.5
      chord Tongues
      chord-values time=0.3
      background hue=2 purity=-0.35
      pane left=0.05 top=0.3 width=0.3 height=1.1 mask=ellipse turn=0.04 hue=3.6 purity=0 hue2=2 purity2=-0.1 alpha2=1 edge=0.4
      pane left=0.36 top=0 width=0.28 height=1.3 mask=ellipse hue=4.7 purity=0.2 hue2=2.6 purity2=0 alpha2=1 edge=0.4
      pane left=0.66 top=0.25 width=0.3 height=1.1 mask=ellipse turn=-0.04 hue=3.4 purity=0 hue2=1.8 purity2=-0.1 alpha2=1 edge=0.4
      chord White heat
      chord-values time=1
      background hue=3.4 purity=0.2
      pane left=0.2 top=0.1 width=0.6 height=1 mask=ellipse hue=5.1 purity=0.85 hue2=4.2 purity2=0.3 alpha2=0.8 edge=0.9
      chord Blue root
      background hue=2 purity=-0.7
      pane left=-0.5 width=2 top=0.72 height=0.4 hue=9.6 purity=-0.1 hue2=2.2 purity2=-0.2 alpha2=0 edge=0.3 blend=screen
      pane left=0.35 top=0.2 width=0.3 height=0.9 mask=ellipse hue=4.2 purity=0 hue2=2.4 purity2=0 alpha2=1 edge=0.5
      chord Smoke
      chord-values time=5
      background hue=10.5 purity=-0.8
      pane left=-0.5 width=2 top=-0.2 height=0.9 hue=1 purity=-0.55 hue2=10.6 purity2=-0.85 alpha2=0.6 edge=0.6
      """
    ),
    // Wide fields with soft edges, one above the other.
    (
      "bands",
      """
      set After dark
      play mode=vivid tempo=50
      chord Maroon
      chord-values time=5
      background hue=1.2 purity=-0.72
      pane left=0.08 top=0.08 width=0.84 height=0.42 hue=1.1 purity=-0.45 alpha2=1 hue2=1 purity2=-0.55 edge=0.06
      pane left=0.08 top=0.56 width=0.84 height=0.36 hue=1.6 purity=-0.85 alpha2=1 hue2=1.3 purity2=-0.8 edge=0.06
      chord Orange over plum
      chord-values time=5
      background hue=0.8 purity=-0.55
      pane left=0.08 top=0.07 width=0.84 height=0.5 hue=2.7 purity=-0.1 alpha2=1 hue2=2.3 purity2=-0.15 edge=0.05
      pane left=0.08 top=0.62 width=0.84 height=0.3 hue=11.4 purity=-0.75 alpha2=1 hue2=0.3 purity2=-0.7 edge=0.05
      chord Ochre and black
      chord-values time=5
      background hue=4 purity=-0.45
      pane left=0.07 top=0.08 width=0.86 height=0.46 hue=4.3 purity=-0.92 alpha2=1 hue2=3 purity2=-0.88 edge=0.06
      pane left=0.07 top=0.6 width=0.86 height=0.32 hue=4.4 purity=-0.2 alpha2=1 hue2=4.1 purity2=-0.3 edge=0.05
      chord White between
      chord-values time=5
      background hue=1.6 purity=-0.35
      pane left=0.08 top=0.07 width=0.84 height=0.34 hue=1.8 purity=-0.05 alpha2=1 hue2=1.6 purity2=-0.1 edge=0.05
      pane left=0.08 top=0.45 width=0.84 height=0.14 hue=4 purity=0.72 alpha2=1 hue2=3.6 purity2=0.6 edge=0.06
      pane left=0.08 top=0.63 width=0.84 height=0.3 hue=2.5 purity=-0.1 alpha2=1 hue2=2.2 purity2=-0.2 edge=0.05
      chord Blue on blue
      chord-values time=6
      background hue=9.8 purity=-0.68
      pane left=0.09 top=0.08 width=0.82 height=0.38 hue=9.6 purity=-0.4 alpha2=1 hue2=9.4 purity2=-0.5 edge=0.07
      pane left=0.09 top=0.52 width=0.82 height=0.4 hue=10.1 purity=-0.8 alpha2=1 hue2=9.9 purity2=-0.75 edge=0.07
      chord Green field
      chord-values time=5
      background hue=8 purity=-0.78
      pane left=0.08 top=0.08 width=0.84 height=0.58 hue=7.6 purity=-0.5 alpha2=1 hue2=8 purity2=-0.6 edge=0.06
      pane left=0.08 top=0.72 width=0.84 height=0.2 hue=9.2 purity=-0.55 alpha2=1 hue2=8.8 purity2=-0.6 edge=0.05
      chord Yellow light
      chord-values time=5
      background hue=4.4 purity=0.25
      pane left=0.07 top=0.07 width=0.86 height=0.5 hue=5.2 purity=0.35 alpha2=1 hue2=4.9 purity2=0.2 edge=0.06
      pane left=0.07 top=0.63 width=0.86 height=0.3 hue=3.2 purity=0.15 alpha2=1 hue2=2.9 purity2=0 edge=0.06
      chord Black on black
      chord-values time=8
      background hue=11 purity=-0.93
      pane left=0.08 top=0.1 width=0.84 height=0.38 hue=0.4 purity=-0.86 alpha2=1 hue2=11.6 purity2=-0.9 edge=0.08
      """
    ),
    // Twelve hues for twelve notes: each chord is a fifth, and the next one begins where it ends.
    ("tones", ChordText.text(NoteColours.ring.fifths(titled: "Twelve tones"))),
    // All hues equally light: nothing but colour changes.
    (
      "even",
      """
      set Even wheel
      play mode=even tempo=60
      chord Red
      background hue=1.5 purity=0
      chord Orange
      background hue=3.5 purity=0
      chord Yellow
      background hue=5.5 purity=0
      chord Green
      background hue=7.5 purity=0
      chord Blue-green
      background hue=8.5 purity=0
      chord Blue
      background hue=9.5 purity=0
      chord Violet
      background hue=11.5 purity=0
      chord Red-violet
      background hue=0.5 purity=0
      """
    ),
    // Each hue as strong as the screen can make it, with its opposite in the middle.
    (
      "vivid",
      """
      set Vivid wheel
      play mode=vivid tempo=60
      chord Red and blue-green
      background hue=1.5 purity=0
      pane left=0.36 top=0.25 width=0.28 height=0.5 mask=ellipse hue=8 purity=0 alpha2=1 hue2=8 purity2=0
      chord Orange and blue
      background hue=3.2 purity=0
      pane left=0.36 top=0.25 width=0.28 height=0.5 mask=ellipse hue=9.4 purity=0 alpha2=1 hue2=9.4 purity2=0
      chord Yellow and violet
      background hue=5.5 purity=0
      pane left=0.36 top=0.25 width=0.28 height=0.5 mask=ellipse hue=11.2 purity=0 alpha2=1 hue2=11.2 purity2=0
      chord Green and red-violet
      background hue=7.5 purity=0
      pane left=0.36 top=0.25 width=0.28 height=0.5 mask=ellipse hue=0.5 purity=0 alpha2=1 hue2=0.5 purity2=0
      chord Blue-green and red
      background hue=8.5 purity=0
      pane left=0.36 top=0.25 width=0.28 height=0.5 mask=ellipse hue=2 purity=0 alpha2=1 hue2=2 purity2=0
      chord Blue and orange
      background hue=9.5 purity=0
      pane left=0.36 top=0.25 width=0.28 height=0.5 mask=ellipse hue=3.5 purity=0 alpha2=1 hue2=3.5 purity2=0
      chord Violet and yellow
      background hue=11.5 purity=0
      pane left=0.36 top=0.25 width=0.28 height=0.5 mask=ellipse hue=5.5 purity=0 alpha2=1 hue2=5.5 purity2=0
      chord Red-violet and green
      background hue=0.5 purity=0
      pane left=0.36 top=0.25 width=0.28 height=0.5 mask=ellipse hue=7.2 purity=0 alpha2=1 hue2=7.2 purity2=0
      """
    ),
    // Pale colour on dark stone.
    (
      "frost",
      """
      set Frost on slate
      play mode=even tempo=48
      chord Slate
      chord-values time=2
      background hue=9.6 purity=-0.75
      chord Breath
      chord-values time=2
      background hue=9.6 purity=-0.7
      pane left=-0.1 top=0.1 width=0.7 height=0.8 mask=ellipse hue=9 purity=0.5 alpha=0.5 alpha2=0 edge=0.9
      chord Rime
      chord-values time=2
      background hue=9.8 purity=-0.65
      pane left=-0.5 width=2 top=0 height=0.22 hue=8.8 purity=0.7 hue2=9.4 purity2=0 alpha2=0 edge=0.1
      pane left=-0.5 width=2 top=0.8 height=0.3 hue=9.2 purity=0.6 hue2=9.4 purity2=0 alpha=0 alpha2=0.8 edge=0.1
      chord Fern
      chord-values time=2
      background hue=9.4 purity=-0.7
      pane left=0.3 top=0 width=0.4 height=1 mirror=5 mask=ellipse hue=8.6 purity=0.55 alpha=0.6 alpha2=0.1 edge=0.15
      chord Window
      chord-values time=2
      background hue=9.9 purity=-0.55
      pane left=0.06 top=0.08 width=0.42 height=0.84 hue=9.1 purity=0.35 hue2=9.7 purity2=-0.2 alpha2=1
      pane left=0.52 top=0.08 width=0.42 height=0.84 hue=9.3 purity=0.3 hue2=9.9 purity2=-0.3 alpha2=1
      chord Sun on it
      chord-values time=3
      background hue=9.5 purity=-0.3
      pane mask=half turn=0.08 hue=4.6 purity=0.6 hue2=3.8 purity2=0.2 alpha=0.7 alpha2=0.3 edge=0.5
      chord Thaw
      chord-values time=4
      background hue=8.8 purity=-0.35
      pane left=-0.5 width=2 top=0.5 height=0.7 hue=8.2 purity=-0.2 hue2=9 purity2=-0.5 alpha2=1 edge=0.4
      chord Night frost
      chord-values time=4
      background hue=10.4 purity=-0.85
      """
    ),
    // One warm light in the dark.
    (
      "lantern",
      """
      set Lantern
      play mode=vivid tempo=54
      chord Unlit
      chord-values time=2
      background hue=10.6 purity=-0.9
      pane left=0.4 top=0.25 width=0.2 height=0.5 hue=3.4 purity=-0.8 alpha2=1 hue2=3 purity2=-0.85 edge=0.04
      chord Lit
      chord-values time=1
      background hue=10.6 purity=-0.85
      pane left=0.2 top=-0.05 width=0.6 height=1.1 mask=ellipse hue=3.4 purity=-0.2 alpha=0.7 alpha2=0.5 edge=1 blend=add
      pane left=0.4 top=0.25 width=0.2 height=0.5 hue=4.6 purity=0.3 alpha2=1 hue2=3.6 purity2=0 edge=0.04
      chord Near
      chord-values time=2
      background hue=2.4 purity=-0.7
      pane left=0.1 top=-0.3 width=0.8 height=1.6 mask=ellipse hue=4 purity=0.1 hue2=2.8 purity2=-0.2 alpha2=0.8 edge=1
      chord Far
      chord-values time=3
      background hue=10.4 purity=-0.88
      pane left=0.47 top=0.44 width=0.06 height=0.12 mask=ellipse hue=4.4 purity=0.3 alpha2=1 hue2=3.8 purity2=0 edge=0.1
      chord Two
      chord-values time=2
      background hue=10.5 purity=-0.86
      pane left=0.2 top=0.25 width=0.18 height=0.5 mask=ellipse hue=4.2 purity=0.1 alpha2=0.8 hue2=3.2 purity2=-0.1 edge=0.3
      pane left=0.62 top=0.25 width=0.18 height=0.5 mask=ellipse hue=2.4 purity=0 alpha2=0.8 hue2=1.8 purity2=-0.2 edge=0.3
      chord Paper
      chord-values time=1
      background hue=3.2 purity=-0.4
      pane left=0.25 top=0.05 width=0.5 height=0.9 mask=ellipse hue=4.4 purity=0.45 hue2=3 purity2=0 alpha2=1 edge=0.08
      chord Reflected
      chord-values time=2
      background hue=10 purity=-0.85
      pane left=0.4 top=0.1 width=0.2 height=0.35 mask=ellipse hue=4.4 purity=0.2 alpha2=1 hue2=3.6 purity2=0 edge=0.1
      pane left=0.38 top=0.55 width=0.24 height=0.4 mask=ellipse hue=3.6 purity=-0.3 alpha=0.7 alpha2=0.2 hue2=3 purity2=-0.5 edge=0.4
      chord Out
      chord-values time=4
      background hue=10.8 purity=-0.95
      """
    ),
    // Discs and rings that cover each other.
    (
      "eclipse",
      """
      set Eclipse
      play mode=vivid tempo=44
      chord Full disc
      chord-values time=3
      background hue=10.2 purity=-0.9
      pane left=0.328 top=0.2 width=0.344 height=0.6 mask=ellipse hue=4.6 purity=0.5 alpha2=1 hue2=4 purity2=0.1
      chord First contact
      chord-values time=3
      background hue=10.2 purity=-0.9
      pane left=0.328 top=0.2 width=0.344 height=0.6 mask=ellipse hue=4.6 purity=0.5 alpha2=1 hue2=4 purity2=0.1
      pane left=0.5 top=0.14 width=0.344 height=0.6 mask=ellipse hue=10.2 purity=-0.92 alpha2=1 hue2=10.2 purity2=-0.92
      chord Half
      chord-values time=3
      background hue=10.2 purity=-0.91
      pane left=0.328 top=0.2 width=0.344 height=0.6 mask=ellipse hue=4.4 purity=0.4 alpha2=1 hue2=3.8 purity2=0
      pane left=0.42 top=0.17 width=0.344 height=0.6 mask=ellipse hue=10.2 purity=-0.93 alpha2=1 hue2=10.2 purity2=-0.93
      chord Totality
      chord-values time=4
      background hue=10.3 purity=-0.94
      pane left=0.25 top=0.06 width=0.5 height=0.88 mask=ellipse hue=0.6 purity=0.3 alpha=0.7 alpha2=0.7 hue2=0.6 purity2=0.3 edge=0.7
      pane left=0.328 top=0.2 width=0.344 height=0.6 mask=ellipse hue=10.3 purity=-0.97 alpha2=1 hue2=10.3 purity2=-0.97
      chord Ring of fire
      chord-values time=2
      background hue=10.3 purity=-0.94
      pane left=0.31 top=0.17 width=0.38 height=0.66 mask=ring hue=2.6 purity=0.1 alpha2=1 hue2=4.4 purity2=0.3 edge=0.03
      chord Diamond
      chord-values time=1.5
      background hue=10.3 purity=-0.93
      pane left=0.31 top=0.17 width=0.38 height=0.66 mask=ring hue=9.4 purity=0.4 alpha=0.6 alpha2=0.6 hue2=9.4 purity2=0.4 edge=0.06
      pane left=0.6 top=0.12 width=0.12 height=0.22 mask=ellipse hue=5 purity=0.9 alpha=0.9 alpha2=0.9 hue2=5 purity2=0.9 edge=0.4
      chord Corona
      chord-values time=5
      background hue=10 purity=-0.8
      pane left=0.05 top=-0.3 width=0.9 height=1.6 mask=ellipse hue=0.4 purity=0.4 alpha=0.45 alpha2=0.2 edge=1 blend=add
      pane left=0.36 top=0.25 width=0.28 height=0.5 mask=ellipse hue=10 purity=-0.95 alpha2=1 hue2=10 purity2=-0.95
      chord Daylight again
      chord-values time=6
      background hue=9.2 purity=0.45
      """
    ),
    // Panes of glass that light falls through.
    (
      "glass",
      """
      set Stained glass
      play mode=vivid tempo=66
      chord Rose window
      background hue=9.8 purity=-0.6
      pane left=0.25 top=0.05 width=0.5 height=0.9 mask=ellipse mirror=5 hue=1.4 purity=0 hue2=9.6 purity2=-0.1 alpha2=1 edge=0.02
      chord Two lights
      background hue=10 purity=-0.75
      pane left=0.1 top=0.1 width=0.36 height=0.8 hue=1.5 purity=-0.1 hue2=2.6 purity2=0 alpha2=1
      pane left=0.54 top=0.1 width=0.36 height=0.8 hue=9.5 purity=-0.1 hue2=8.6 purity2=0 alpha2=1
      chord Ruby over gold
      background hue=4.4 purity=0.1
      pane left=0 top=0 width=0.62 height=1 hue=1.4 purity=0 alpha2=1 hue2=1.2 purity2=-0.2 blend=multiply
      chord Cobalt over gold
      background hue=4.6 purity=0.2
      pane left=0.38 top=0 width=0.62 height=1 hue=9.6 purity=0.2 alpha2=1 hue2=9.8 purity2=0 blend=multiply
      chord Crossing
      background hue=5 purity=0.4
      pane left=0.3 top=-0.1 width=0.4 height=1.2 hue=8.4 purity=0.2 alpha2=1 hue2=8.4 purity2=0.2 blend=multiply
      pane left=-0.1 top=0.3 width=1.2 height=0.4 hue=0.6 purity=0.2 alpha2=1 hue2=0.6 purity2=0.2 blend=multiply
      chord Lead and light
      background hue=5.2 purity=-0.9
      pane left=0.04 top=0.06 width=0.28 height=0.88 hue=7.4 purity=0 hue2=8.4 purity2=-0.2 alpha2=1
      pane left=0.36 top=0.06 width=0.28 height=0.88 hue=5 purity=0.2 hue2=3.4 purity2=0 alpha2=1
      pane left=0.68 top=0.06 width=0.28 height=0.88 hue=11.4 purity=0 hue2=10.4 purity2=-0.2 alpha2=1
      chord Noon on the floor
      background hue=3.4 purity=-0.75
      pane left=0.2 top=0.3 width=0.3 height=0.7 turn=0.06 hue=1.6 purity=0 alpha=0.7 alpha2=0.3 edge=0.3 blend=screen
      pane left=0.5 top=0.3 width=0.3 height=0.7 turn=0.06 hue=9.4 purity=0 alpha=0.7 alpha2=0.3 edge=0.3 blend=screen
      chord Dusk in the nave
      chord-values time=5
      background hue=10.6 purity=-0.84
      pane left=0.38 top=0.05 width=0.24 height=0.6 mask=ellipse hue=0.4 purity=-0.5 hue2=9.8 purity2=-0.6 alpha2=1 edge=0.2
      """
    ),
    // Figures around a middle.
    (
      "compass",
      """
      set Compass
      play mode=even tempo=80
      chord Needle
      background hue=8.5 purity=-0.7
      pane left=0.2 top=0.4 width=0.6 height=0.2 mask=ellipse hue=1.5 purity=0 alpha2=1 hue2=9.5 purity2=0.4 edge=0.01
      chord North
      background hue=9.5 purity=-0.55
      pane mask=half turn=0.25 hue=9 purity=0.35 alpha2=1 hue2=9 purity2=0.35 edge=0.01
      chord East
      background hue=2.5 purity=-0.4
      pane mask=half hue=4.5 purity=0.3 alpha2=1 hue2=4.5 purity2=0.3 edge=0.01
      chord South
      background hue=1.5 purity=0.1
      pane mask=half turn=-0.25 hue=3 purity=-0.3 alpha2=1 hue2=3 purity2=-0.3 edge=0.01
      chord West
      background hue=11 purity=-0.3
      pane mask=half turn=-0.5 hue=0.5 purity=-0.6 alpha2=1 hue2=0.5 purity2=-0.6 edge=0.01
      chord Four winds
      background hue=8 purity=-0.5
      pane left=0.1 top=0.3 width=0.8 height=0.4 mirror=4 mask=ellipse hue=5 purity=0.3 alpha2=0.4 hue2=7 purity2=0 edge=0.05
      chord Rose of five
      background hue=10 purity=-0.5
      pane left=0.1 top=0.35 width=0.8 height=0.3 mirror=5 mask=ellipse hue=0.8 purity=0.3 alpha2=0.6 hue2=2 purity2=0 edge=0.04
      chord True north
      chord-values time=3
      background hue=9.5 purity=-0.75
      pane left=0.45 top=0.1 width=0.1 height=0.5 mask=ellipse hue=5 purity=0.6 alpha2=0.6 hue2=5 purity2=0.2 edge=0.2
      """
    ),
    // Air: nothing has an edge.
    (
      "weather",
      """
      set Weather
      play mode=vivid tempo=52
      chord Clear
      chord-values time=4
      background hue=9.3 purity=0.25
      pane hue=9.4 purity=0 hue2=9.1 purity2=0.55 alpha2=1
      chord High cloud
      chord-values time=5
      background hue=9.2 purity=0.45
      pane top=0.05 height=0.45 mask=ellipse hue=9 purity=0.85 alpha=0.7 alpha2=0.2 edge=0.9
      chord Front
      chord-values time=5
      background hue=9.5 purity=-0.25
      pane mask=half turn=0.2 hue=10 purity=-0.6 hue2=9.6 purity2=-0.4 alpha=0.9 alpha2=0.4 edge=0.8
      chord Rain
      chord-values time=3
      background hue=9.7 purity=-0.55
      pane hue=9.5 purity=-0.65 hue2=9.2 purity2=-0.35 alpha2=1
      chord Storm light
      chord-values time=4
      background hue=10 purity=-0.72
      pane left=-0.5 width=2 top=0.6 height=0.5 hue=6 purity=-0.35 hue2=4.6 purity2=0 alpha=0.2 alpha2=0.8 edge=0.4
      chord Rainbow
      chord-values time=4
      background hue=9.4 purity=-0.4
      pane left=0.05 top=0.2 width=0.9 height=1.6 mask=ring hue=1.5 purity=0.2 hue2=11.4 purity2=0.2 alpha=0.6 alpha2=0.6 edge=0.3 blend=screen
      chord Fog
      chord-values time=6
      background hue=9 purity=0.62
      pane hue=8.8 purity=0.5 hue2=9.4 purity2=0.75 alpha=0.6 alpha2=0.6
      chord Sunset
      chord-values time=6
      background hue=10.8 purity=-0.35
      pane left=-0.5 width=2 top=0.3 height=0.8 hue=0.6 purity=0 hue2=3 purity2=0.1 alpha=0.1 alpha2=1 edge=0.3
      pane left=0.42 top=0.6 width=0.16 height=0.28 mask=ellipse hue=4.4 purity=0.5 alpha2=1 hue2=3.4 purity2=0.2 edge=0.1
      """
    ),
  ]
}
