/// The content codings that a client accepts, from its Accept-Encoding header.
public struct AcceptEncoding: Sendable {
  private var weights: [String: Double] = [:]

  /// Reads a header such as `gzip;q=0.8, br`; without a header, the client accepts only plain bytes.
  public init(_ header: String?) {
    guard let header else { return }
    for item in header.split(separator: ",") {
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let name = parts.first else { continue }
      var weight = 1.0
      for part in parts.dropFirst() where part.lowercased().hasPrefix("q=") {
        weight = Double(part.dropFirst(2)) ?? 0
      }
      weights[name.lowercased()] = weight
    }
  }

  /// How much the client wants `coding`, from 0 (not at all) to 1.
  public func weight(of coding: String) -> Double {
    weights[coding] ?? weights["*"] ?? 0
  }
}
