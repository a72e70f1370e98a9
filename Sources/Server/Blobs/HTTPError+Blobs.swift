import HTTP

/// The messages for refused files.
extension HTTPError {
  init(_ refusal: BlobRefusal) {
    switch refusal {
    case .notThere:
      self = .notFound
    case .tooLarge(let limit):
      self.init(
        .contentTooLarge, code: "file_too_large",
        message: "The file is too large: the limit is \(Self.megabytes(limit)) MB. "
          + Self.isSafe)
    case .noRoom(let left):
      self.init(
        .unprocessable, code: "no_room",
        message: "Your storage on this server is full: \(Self.megabytes(left)) MB "
          + "left. \(Self.isSafe) Permanently delete recordings that you no longer need.")
    case .tooMany(let limit):
      self.init(
        .unprocessable, code: "too_many_files",
        message: "You have reached the limit of \(limit) files on this server. "
          + "\(Self.isSafe) Permanently delete some that you no longer need.")
    case .kindNotKept:
      self.init(
        .unsupportedMediaType, code: "kind_not_kept",
        message: "Files of this kind are not supported. Use WAV, FLAC, MP3, M4A, Ogg or WebM for "
          + "audio, PNG, JPEG or WebP for pictures, PDF for documents. \(Self.isSafe)")
    case .couldRun:
      self.init(
        .unsupportedMediaType, code: "could_run",
        message: "Web pages and SVG drawings are not supported, as they can contain programs. "
          + "\(Self.isSafe) Save it as a PDF or a picture.")
    case .notOfItsKind(let kind):
      self.init(
        .unsupportedMediaType, code: "not_of_its_kind",
        message: "The file should be \(kind), but is something else or damaged. "
          + "\(Self.isSafe) Open it in the app that created it and save it again.")
    case .tooManyPixels:
      self.init(
        .unprocessable, code: "picture_too_large",
        message: "The picture has more than 40 megapixels. \(Self.isSafe) Make it smaller.")
    case .headTooShort(let count):
      self.init(
        .badRequest, code: "first_chunk_too_short",
        message: "The first chunk needs \(count) bytes or the whole file. Nothing was saved.")
    case .wrongOffset(let offset):
      self.init(
        .conflict, code: "wrong_offset",
        message: "The upload continues at byte \(offset). Send it from there.",
        headers: ["Upload-Offset": "\(offset)"])
    case .pastItsEnd:
      self.init(
        .badRequest, code: "past_its_end",
        message: "The chunk goes past the announced end. It was not saved.")
    case .damagedChunk:
      self.init(
        .badRequest, code: "damaged_chunk",
        message: "The chunk was damaged in transit: its checksum is wrong. It was not saved. "
          + "Send it again.")
    case .wrongContent:
      self.init(
        .unprocessable, code: "wrong_content",
        message: "The file that arrived is not the one that was announced. It was not saved. "
          + "\(Self.isSafe) Start the upload again.")
    }
  }

  private static let isSafe = "The file is safe on this device."

  private static func megabytes(_ bytes: Int64) -> Int64 { bytes / 1_048_576 }
}
