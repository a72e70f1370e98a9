import FlashAnalysis
import Light
import Platform

/// Looks for flashes and patterns that can be harmful.
struct LightCheck {
  private let arguments: Arguments
  private let path: String

  init(_ arguments: Arguments) {
    self.arguments = arguments
    path = arguments.words[1]
  }

  func run() throws(CommandError) {
    try arguments.refuse("chord", "output", in: "light check")
    if path.hasSuffix(".y4m") {
      try report(video(), "video")
    } else if Files.exists(path), let names = try? SystemFiles().names(in: path) {
      try report(folder(names), "folder")
    } else {
      let player = try LightPlayer(arguments, "check")
      let events = try player.events(orSeconds: 60)
      var analyser = FlashAnalyser(width: player.width, height: player.height)
      var count = 0
      player.run(events) { picture, time in
        analyser.take(picture.bytes, at: time)
        count += 1
      }
      if player.isLog {
        Output.show("Played on the sets that come with the app, starting with tide.\n")
      }
      try report(
        (analyser, count, Double(count) / Double(player.rate)), player.isLog ? "log" : "set")
    }
  }

  private typealias Result = (analyser: FlashAnalyser, pictures: Int, seconds: Double)

  private func video() throws(CommandError) -> Result {
    try refuse("video")
    do throws(CommandError) {
      var reader = try VideoReader(path)
      var analyser = FlashAnalyser(width: reader.width, height: reader.height)
      var count = 0
      while let pixels = try reader.next() {
        analyser.take(pixels, at: Double(count) / reader.rate)
        count += 1
      }
      return (analyser, count, Double(count) / reader.rate)
    } catch {
      throw .failed("`\(path)` cannot be checked: \(error.message).")
    }
  }

  private func folder(_ names: [String]) throws(CommandError) -> Result {
    try refuse("folder", but: "fps")
    let rate = try arguments.number("fps", in: 1...240) ?? 60
    let pictures = names.filter { $0.hasSuffix(".png") || $0.hasSuffix(".PNG") }.sorted()
    var analyser: FlashAnalyser?
    var size = (0, 0)
    for (number, name) in pictures.enumerated() {
      let file = "\(path)/\(name)"
      let bytes = try SoundInput.text(file, limit: 256_000_000)
      do throws(CommandError) {
        let contents = try PNGFile.read(bytes)
        if analyser == nil {
          analyser = FlashAnalyser(width: contents.width, height: contents.height)
          size = (contents.width, contents.height)
        }
        guard size == (contents.width, contents.height) else {
          throw .failed("its size differs from that of the first picture")
        }
        analyser?.take(contents.pixels, at: Double(number) / Double(rate))
      } catch {
        throw .failed("`\(file)` cannot be checked: \(error.message).")
      }
    }
    guard let analyser else { throw .failed("There is no PNG file in `\(path)`.") }
    return (analyser, pictures.count, Double(pictures.count) / Double(rate))
  }

  private func refuse(_ what: String, but allowed: String = "") throws(CommandError) {
    for option in ["size", "fps", "limit", "events", "hammer", "seed"]
    where option != allowed && arguments.has(option) {
      throw .wrongUsage("--\(option) does not apply to checking a \(what).")
    }
  }

  private func report(_ result: Result, _ what: String) throws(CommandError) {
    let seconds = Fixed.text(result.seconds, places: 1)
    Output.show("\(result.pictures) pictures, \(seconds) seconds\n")
    for kind in FlashAnalyser.Violation.Kind.allCases {
      let found = result.analyser.violations.filter { $0.kind == kind }
      guard let first = found.first else { continue }
      Output.show(
        "\(kind.rawValue): \(found.count), the first after \(Fixed.text(first.time, places: 2)) s, "
          + "in picture \(first.picture + 1)\n")
    }
    guard result.analyser.violations.isEmpty else {
      throw .failed("This \(what) can harm people who are sensitive to flashing light.")
    }
    Output.show("No flashes or stripes over the limits of WCAG 2.2 and ITU-R BT.1702 were found.\n")
  }
}
