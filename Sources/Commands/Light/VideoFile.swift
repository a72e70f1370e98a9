import Platform

/// Uncompressed video (YUV4MPEG2), which every player and analyser reads: BT.709 in limited range.
struct VideoWriter: ~Copyable {
  private var sink: ByteSink
  private let width: Int
  private let height: Int

  init(_ path: String, width: Int, height: Int, rate: Int) throws(SystemError) {
    var sink = try ByteSink(path)
    try sink.write(
      Array("YUV4MPEG2 W\(width) H\(height) F\(rate):1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8))
    self.sink = sink
    (self.width, self.height) = (width, height)
  }

  /// Appends a picture with three bytes per pixel.
  mutating func write(_ pixels: [UInt8]) throws(SystemError) {
    let count = width * height
    var planes = [UInt8](repeating: 0, count: 3 * count)
    for pixel in 0..<count {
      let (red, green, blue) = (
        Double(pixels[3 * pixel]), Double(pixels[3 * pixel + 1]), Double(pixels[3 * pixel + 2])
      )
      let light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      planes[pixel] = byte(16 + light * 219 / 255)
      planes[count + pixel] = byte(128 + (blue - light) / 1.8556 * 224 / 255)
      planes[2 * count + pixel] = byte(128 + (red - light) / 1.5748 * 224 / 255)
    }
    try sink.write(Array("FRAME\n".utf8))
    try sink.write(planes)
  }

  private func byte(_ value: Double) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }

  consuming func finish() throws(SystemError) { try sink.finish() }
}

/// Reads uncompressed 8-bit video with any chroma subsampling, picture by picture.
struct VideoReader: ~Copyable {
  private var source: ByteSource
  private var rest: [UInt8]
  let width: Int
  let height: Int
  let rate: Double
  private let halves: (across: Bool, down: Bool)
  private let hasColour: Bool
  private let isFullRange: Bool

  init(_ path: String) throws(CommandError) {
    var source = try SoundInput.open(path)
    var rest: [UInt8] = []
    guard let line = try Self.line(&source, &rest), line.starts(with: "YUV4MPEG2") else {
      throw .failed("it is not a YUV4MPEG2 video")
    }
    var (width, height, rate, chroma, isFull) = (0, 0, 25.0, "420", false)
    for word in line.split(separator: " ").dropFirst() {
      switch word.first {
      case "W": width = Int(word.dropFirst()) ?? 0
      case "H": height = Int(word.dropFirst()) ?? 0
      case "F":
        let parts = word.dropFirst().split(separator: ":").map { Double($0) ?? 0 }
        if parts.count == 2, parts[1] > 0 { rate = parts[0] / parts[1] }
      case "C": chroma = String(word.dropFirst())
      case "X": isFull = isFull || word == "XCOLORRANGE=FULL"
      default: break
      }
    }
    guard (1...8_192).contains(width), (1...8_192).contains(height), (1...1_000).contains(rate)
    else { throw .failed("its size or frame rate is invalid") }
    guard !chroma.contains("p1"), ["420", "422", "444", "mono"].contains(where: chroma.hasPrefix)
    else {
      throw .failed(
        "its colour format is \(chroma); 420, 422, 444 and mono with 8 bits are supported")
    }
    self.source = source
    self.rest = rest
    (self.width, self.height, self.rate, isFullRange) = (width, height, rate, isFull)
    halves = (chroma.hasPrefix("42"), chroma.hasPrefix("420"))
    hasColour = !chroma.hasPrefix("mono")
  }

  /// The next picture, with three bytes per pixel; `nil` after the last.
  mutating func next() throws(CommandError) -> [UInt8]? {
    guard let line = try Self.line(&source, &rest) else { return nil }
    guard line.starts(with: "FRAME") else {
      throw .failed("a picture does not start where it should")
    }
    let (across, down) = (
      halves.across ? (width + 1) / 2 : width, halves.down ? (height + 1) / 2 : height
    )
    let size = width * height + (hasColour ? 2 * across * down : 0)
    while rest.count < size {
      let part = try SoundInput.next(&source, "the video")
      guard !part.isEmpty else { throw .failed("its last picture is cut off") }
      rest += part
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for row in 0..<height {
      for column in 0..<width {
        let light = Double(rest[row * width + column])
        var (blue, red) = (128.0, 128.0)
        if hasColour {
          let place =
            width * height + (halves.down ? row / 2 : row) * across
            + (halves.across ? column / 2 : column)
          (blue, red) = (Double(rest[place]), Double(rest[place + across * down]))
        }
        pixels += self.pixel(light, blue - 128, red - 128)
      }
    }
    rest.removeFirst(size)
    return pixels
  }

  private func pixel(_ light: Double, _ blue: Double, _ red: Double) -> [UInt8] {
    let y = isFullRange ? light : (light - 16) * 255 / 219
    let scale = isFullRange ? 1 : 255.0 / 224
    let parts = [
      y + 1.5748 * red * scale, y - 0.1873 * blue * scale - 0.4681 * red * scale,
      y + 1.8556 * blue * scale,
    ]
    return parts.map { UInt8(min(max($0 + 0.5, 0), 255)) }
  }

  private static func line(
    _ source: inout ByteSource, _ rest: inout [UInt8]
  ) throws(CommandError) -> String? {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      guard rest.count < 1_024 else { throw .failed("it is not a YUV4MPEG2 video") }
      let part = try SoundInput.next(&source, "the video")
      if part.isEmpty { return nil }
      rest += part
    }
  }
}
