import HTTP
import Ledger

/// The body of an account request: one JSON object.
struct AccountBody {
  static let byteLimit = 16_384

  let json: JSON

  init(_ request: Request) throws(ServerError) {
    let types = request.headers.all("Content-Type")
    let type = types.first?.split(separator: ";").first ?? ""
    guard types.count == 1, type.filter({ $0 != " " }).lowercased() == "application/json",
      request.headers["Content-Encoding"] == nil
    else { throw .notJSON }
    guard let json = try? JSON(parsing: request.body[...]), case .object = json else {
      throw .badJSON
    }
    self.json = json
  }

  func text(_ name: String) throws(ServerError) -> String {
    guard let text = json[name]?.string else { throw .badJSON }
    return text
  }

  /// A text that may be missing or null.
  func optionalText(_ name: String) throws(ServerError) -> String? {
    switch json[name] {
    case nil, .null: nil
    case .string(let text): text
    default: throw .badJSON
    }
  }

  /// The name of the device, as far as it can be shown.
  func device() throws(ServerError) -> String {
    let name = DisplayName.shortened(try text("device"))
    return name.isEmpty ? "A device" : name
  }
}

/// Names that people see: one line, without invisible characters.
enum DisplayName {
  static let characterLimit = 64
  static let byteLimit = 256

  /// The trimmed name, or `nil` if it is invalid.
  static func exact(_ text: String) -> String? {
    let name = text.trimmed
    guard !name.isEmpty, name.count <= characterLimit, name.utf8.count <= byteLimit,
      name.unicodeScalars.allSatisfy(\.isVisible), !Fold.bytes(of: name).isEmpty
    else { return nil }
    return name
  }

  /// The name, cut to what is valid.
  static func shortened(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.filter(\.isVisible))
    var name = String(String(scalars).trimmed.prefix(characterLimit))
    while name.utf8.count > byteLimit { name.removeLast() }
    return name.trimmed
  }
}

extension String {
  /// The text without whitespace around it.
  var trimmed: String {
    let start = unicodeScalars.drop { $0.properties.isWhitespace }
    let end = start.lastIndex { !$0.properties.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}

extension Unicode.Scalar {
  /// Whether it is not a control or format character or a line break.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
