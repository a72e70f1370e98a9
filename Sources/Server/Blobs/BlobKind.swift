import Ledger

/// The supported kinds of files, each recognised by its first bytes.
enum BlobKind: String, CaseIterable, Sendable {
  case wav = "audio/wav"
  case flac = "audio/flac"
  case mp3 = "audio/mpeg"
  case m4a = "audio/mp4"
  case ogg = "audio/ogg"
  case webm = "audio/webm"
  case film = "video/webm"
  case png = "image/png"
  case jpeg = "image/jpeg"
  case webp = "image/webp"
  case pdf = "application/pdf"
  case json = "application/json"

  /// The kind that a media type names; its parameters, such as `codecs`, are ignored.
  init?(mimeType: String) {
    let name = mimeType.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    switch name {
    case "audio/x-wav", "audio/wave", "audio/vnd.wave": self = .wav
    case "audio/x-flac": self = .flac
    case "audio/mp3": self = .mp3
    case "audio/x-m4a", "audio/m4a": self = .m4a
    case "audio/opus", "application/ogg": self = .ogg
    default:
      guard let kind = BlobKind(rawValue: name) else { return nil }
      self = kind
    }
  }

  /// Whether a browser may show it inline: audio and bitmap pictures cannot run code.
  var isShownInPlace: Bool { isImage || isSound }

  var isSound: Bool { rawValue.hasPrefix("audio/") }

  var isImage: Bool { rawValue.hasPrefix("image/") }

  /// The file name extension.
  var ending: String {
    switch self {
    case .wav: "wav"
    case .flac: "flac"
    case .mp3: "mp3"
    case .m4a: "m4a"
    case .ogg: "ogg"
    case .webm, .film: "webm"
    case .png: "png"
    case .jpeg: "jpg"
    case .webp: "webp"
    case .pdf: "pdf"
    case .json: "json"
    }
  }

  /// The kind in words.
  var name: String {
    switch self {
    case .wav: "a WAV file"
    case .flac: "a FLAC file"
    case .mp3: "an MP3 file"
    case .m4a: "an M4A file"
    case .ogg: "an Ogg file"
    case .webm, .film: "a WebM file"
    case .png: "a PNG picture"
    case .jpeg: "a JPEG picture"
    case .webp: "a WebP picture"
    case .pdf: "a PDF"
    case .json: "a JSON file"
    }
  }

  /// Whether a file with these first bytes is of this kind.
  func begins(_ head: [UInt8]) -> Bool {
    switch self {
    case .wav:
      (head.has("RIFF", at: 0) || head.has("RF64", at: 0)) && head.has("WAVE", at: 8)
    case .flac: head.has("fLaC", at: 0)
    case .mp3:
      // A tag, or a frame of layer III.
      head.has("ID3", at: 0)
        || head.count > 2 && head[0] == 0xFF && head[1] & 0xE6 == 0xE2 && head[2] & 0xF0 != 0xF0
    case .m4a: head.has("ftyp", at: 4)
    case .ogg: head.has("OggS", at: 0)
    case .webm, .film:
      head.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
        && (4..<60).contains { head.has("webm", at: $0) }
    case .png: head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .jpeg: head.starts(with: [0xFF, 0xD8, 0xFF])
    case .webp: head.has("RIFF", at: 0) && head.has("WEBP", at: 8)
    case .pdf: head.has("%PDF-", at: 0)
    case .json: head.first == UInt8(ascii: "{")
    }
  }
}

extension [UInt8] {
  /// Whether these letters are at that place.
  func has(_ text: StaticString, at place: Int) -> Bool {
    text.withUTF8Buffer { letters in
      unsafe place + letters.count <= count
        && self[place..<(place + letters.count)].elementsEqual(letters)
    }
  }

  /// Whether it looks like a page or a drawing: it starts with a tag.
  var isMarkup: Bool {
    let text = starts(with: [0xEF, 0xBB, 0xBF]) ? self[3...] : self[...]
    return text.first { !($0 == 0 || 0x09...0x0D ~= $0 || $0 == 0x20 || $0 > 0xFD) }
      == UInt8(ascii: "<")
  }
}
