import HTTP

/// What people are told of files that are not taken.
extension HTTPError {
  init(_ refusal: BlobRefusal) {
    switch refusal {
    case .notThere:
      self = .notFound
    case .tooLarge(let limit):
      self.init(
        .contentTooLarge, code: "file_too_large",
        message: "The file is too large: at most \(Self.megabytes(limit)) MB can be kept in one. "
          + Self.isSafe)
    case .noRoom(let left):
      self.init(
        .unprocessable, code: "no_room",
        message: "Your files fill the room that this server gives you: \(Self.megabytes(left)) MB "
          + "are left. \(Self.isSafe) Remove recordings for good that you no longer need.")
    case .tooMany(let limit):
      self.init(
        .unprocessable, code: "too_many_files",
        message: "You have \(limit) files on this server, which is as many as it keeps for one "
          + "person. \(Self.isSafe) Remove some for good that you no longer need.")
    case .kindNotKept:
      self.init(
        .unsupportedMediaType, code: "kind_not_kept",
        message: "Files of this kind are not kept. Sound goes as WAV, FLAC, MP3, M4A, Ogg or WebM, "
          + "pictures as PNG, JPEG or WebP, papers as PDF, saves as JSON. \(Self.isSafe)")
    case .couldRun:
      self.init(
        .unsupportedMediaType, code: "could_run",
        message: "Web pages and SVG drawings are not kept, as they can hold programs. "
          + "Save it as a PDF or a picture. \(Self.isSafe)")
    case .notOfItsKind(let kind):
      self.init(
        .unsupportedMediaType, code: "not_of_its_kind",
        message: "The file says that it is \(kind), and is not one, or it is damaged. "
          + "\(Self.isSafe) Open it where it was made and save it again.")
    case .tooManyPixels:
      self.init(
        .unprocessable, code: "picture_too_large",
        message: "The picture has more than 40 megapixels. \(Self.isSafe) Make it smaller.")
    case .headTooShort(let count):
      self.init(
        .badRequest, code: "first_chunk_too_short",
        message: "The first chunk must have \(count) bytes, or all there are. Nothing was kept.")
    case .wrongOffset(let offset):
      self.init(
        .conflict, code: "wrong_offset",
        message: "The upload goes on at byte \(offset). Send it from there.",
        headers: ["Upload-Offset": "\(offset)"])
    case .pastItsEnd:
      self.init(
        .badRequest, code: "past_its_end",
        message: "The chunk goes past the end that was promised. Nothing of it was kept.")
    case .damagedChunk:
      self.init(
        .badRequest, code: "damaged_chunk",
        message: "The chunk was damaged on the way: its checksum is wrong. Nothing of it was kept. "
          + "Send it again.")
    case .wrongContent:
      self.init(
        .unprocessable, code: "wrong_content",
        message: "The file that arrived is not the one that was promised. Nothing of it was kept. "
          + "\(Self.isSafe) Begin it again.")
    }
  }

  private static let isSafe = "It is safe on this device."

  private static func megabytes(_ bytes: Int64) -> Int64 { bytes / 1_048_576 }
}
