public import Markup

/// A picture as it is saved: a JPEG without any metadata.
public struct MadePicture: Equatable, Sendable {
  public let bytes: [UInt8]
  /// In pixels.
  public let width: Int64
  public let height: Int64

  public init(bytes: [UInt8], width: Int64, height: Int64) {
    (self.bytes, self.width, self.height) = (bytes, width, height)
  }
}

extension Effect {
  /// Makes a chosen picture small enough to save and send; `nil` if the browser cannot read it.
  public static func makePicture(
    of file: PickedFile, _ make: @escaping (MadePicture?) -> Message
  ) -> Effect {
    once(.makePicture(token: file.token)) { reader in
      let width = Int64(exactly: reader.number()) ?? 0
      let height = Int64(exactly: reader.number()) ?? 0
      let bytes = reader.data()
      return make(bytes.isEmpty ? nil : MadePicture(bytes: bytes, width: width, height: height))
    }
  }
}
