/// How much flashing the limiter lets through.
///
/// It lowers the risk for people who can be harmed by flashing light, and is no promise that nobody will be harmed.
public enum FlashLevel: UInt8, Hashable, Sendable, CaseIterable {
  /// One flash a second at most.
  case calm = 0
  /// Two flashes a second at most: the standards allow three.
  case safe
  /// No limit, for those who asked for it.
  case off

  /// How many changes between light and dark may pass in a second; two of them are a flash.
  var budget: Int {
    switch self {
    case .calm: 2
    case .safe: 4
    case .off: 1_000_000
    }
  }

  public var name: String {
    switch self {
    case .calm: "calm"
    case .safe: "safe"
    case .off: "off"
    }
  }
}
