import FlashAnalysis
import Light

/// Pictures that flash as badly as can be, and what an analyser finds in them.
struct Corpus {
  static let width = 48
  static let height = 27
  static let rate = 60

  /// Chords of black, white and red, of halves, quarters and rings, that come at once.
  static let harsh: [Chordset] = {
    func chord(_ purity: Double, hue: Double = 1.5, panes: Int = 1) -> Chord {
      var chord = Chord()
      chord.background = LightColour(hue: TemperedHue(hue), purity: purity)
      chord.time = 0
      chord.paneCount = panes
      for pane in 0..<panes { chord[pane, .alpha] = 0 }
      return chord
    }
    func pane(
      _ chord: inout Chord, _ pane: Int, _ box: (Double, Double, Double, Double), _ purity: Double
    ) {
      chord[pane, .left] = box.0
      chord[pane, .top] = box.1
      chord[pane, .width] = box.2
      chord[pane, .height] = box.3
      chord[pane, .purity] = purity
      chord[pane, .hue] = 1.5
      (chord[pane, .alpha], chord[pane, .alpha2]) = (1, 1)
      (chord[pane, .purity2], chord[pane, .hue2]) = (purity, 1.5)
    }
    var left = chord(-1)
    pane(&left, 0, (0, 0, 0.5, 1), 1)
    var right = chord(-1)
    pane(&right, 0, (0.5, 0, 0.5, 1), 1)
    var checker = chord(-1, panes: 2)
    pane(&checker, 0, (0, 0, 0.5, 0.5), 1)
    pane(&checker, 1, (0.5, 0.5, 0.5, 0.5), 1)
    var inverse = chord(1, panes: 2)
    pane(&inverse, 0, (0, 0, 0.5, 0.5), -1)
    pane(&inverse, 1, (0.5, 0.5, 0.5, 0.5), -1)
    let plain = Chordset(
      title: "Harsh",
      chords: [
        chord(-1), chord(1), chord(0), chord(-0.4), chord(0, hue: 9.5), chord(0, hue: 7.5),
        left, right,
      ])
    let parts = Chordset(
      title: "Parts",
      chords: [
        checker, inverse, left, right, chord(-0.6), chord(0), chord(0, hue: 8.5), chord(0.4),
      ])
    return [plain, parts]
  }()

  /// What the analyser finds in pictures that are shown as they are, or limited.
  static func violations(
    seconds: Int, _ level: FlashLevel, _ gamut: Gamut = .sRGB, from begin: Int = 0,
    times: (Int) -> Int64 = { Int64($0) * 1_000_000 / Int64(rate) },
    _ draw: (Int) -> Picture
  ) -> [FlashAnalyser.Violation] {
    var limiter = FlashLimiter(width: width, height: height, gamut: gamut)
    var analyser = FlashAnalyser(width: width, height: height, isWide: gamut == .displayP3)
    for number in 0..<seconds * rate {
      var picture = draw(number)
      let time = times(number)
      limiter.limit(&picture, at: time, level)
      if number >= begin { analyser.take(picture.bytes, at: Double(time) / 1_000_000) }
    }
    return analyser.violations
  }

  /// A picture of plain light, by place.
  static func picture(_ light: (Int, Int) -> RGB) -> Picture {
    var picture = Picture(width: width, height: height)
    for y in 0..<height { for x in 0..<width { picture[x, y] = light(x, y) } }
    return picture
  }

  /// Pictures by their number, each a way to flash.
  static let flashes: [(name: String, draw: @Sendable (Int) -> Picture)] = {
    let (black, white, red) = (RGB.black, RGB.white, RGB(1, 0, 0))
    func alternating(_ name: String, every frames: Int, _ one: RGB, _ other: RGB)
      -> (String, @Sendable (Int) -> Picture)
    {
      (name, { number in picture { _, _ in number / frames % 2 == 0 ? one : other } })
    }
    var all: [(String, @Sendable (Int) -> Picture)] = []
    for frames in [1, 2, 3, 5, 8] {
      all.append(alternating("black and white, \(frames)", every: frames, black, white))
      all.append(alternating("red and black, \(frames)", every: frames, red, black))
    }
    all.append(alternating("dim red and dim blue", every: 2, RGB(0.1, 0, 0), RGB(0, 0, 0.29)))
    all.append(
      alternating("red and grey of one luminance", every: 2, red, RGB(0.2126, 0.2126, 0.2126)))
    all.append(alternating("dark red and black", every: 3, RGB(0.1, 0, 0), black))
    all.append(alternating("small steps", every: 2, RGB(0.3, 0.3, 0.3), RGB(0.42, 0.42, 0.42)))
    for size in [1, 2, 3, 8] {
      all.append(
        (
          "checkers of \(size), turned over",
          { number in
            picture { x, y in (x / size + y / size + number / 3) % 2 == 0 ? black : white }
          }
        ))
    }
    all.append(
      (
        "a rising wave of light",
        { number in
          let part = Double(number % 10) / 9
          return picture { _, _ in RGB(part, part, part) }
        }
      ))
    all.append(
      (
        "halves in turn",
        { number in
          let phase = number / 4 % 4
          return picture { x, _ in
            phase == 0 && x < width / 2 || phase == 2 && x >= width / 2 ? white : black
          }
        }
      ))
    all.append(
      (
        "eight strips in turn, twice each",
        { number in
          let phase = number / 3 % 32
          return picture { x, _ in
            phase % 2 == 0 && x * 8 / width == phase / 4 ? white : black
          }
        }
      ))
    all.append(
      (
        "a third of the width",
        { number in picture { x, _ in x < width / 3 && number / 4 % 2 == 0 ? white : black } }
      ))
    all.append(
      (
        "dark red halves in turn",
        { number in
          let phase = number / 4 % 4
          let dark = RGB(0.08, 0, 0)
          return picture { x, _ in
            phase == 0 && x < width / 2 || phase == 2 && x >= width / 2 ? dark : black
          }
        }
      ))
    all.append(
      (
        "dark red, red and red-violet of nearly one luminance",
        { number in
          let three = [RGB(0.01, 0, 0), RGB(0.085, 0, 0), RGB(0.34, 0, 0.266)]
          return picture { _, _ in three[[0, 1, 0, 1, 0, 2, 0, 2][number / 6 % 8]] }
        }
      ))
    return all.map { (name: $0.0, draw: $0.1) }
  }()
}
