/// A background and one to four panes: all that one selector remembers.
///
/// Its values are stored by the numbers of ``Parameter``, so code that handles one handles all.
public struct Chord: Hashable, Sendable {
  public var name: String
  private var values: [Double]

  /// A chord with default values.
  public init(name: String = "") {
    self.name = name
    values = [Double](repeating: 0, count: Parameter.numberCount)
    for parameter in Parameter.all { values[parameter.number] = parameter.fallback }
  }

  /// The value of a parameter; 0 for an unknown number.
  public subscript(number: Int) -> Double {
    values.indices.contains(number) ? values[number] : 0
  }

  public static func == (one: Chord, other: Chord) -> Bool {
    one.hasSameValues(as: other) && one.name.hasSameBytes(as: other.name)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }

  /// Whether it looks the same, whatever its name.
  public func hasSameValues(as other: Chord) -> Bool { values == other.values }

  public subscript(parameter: Parameter) -> Double {
    get { values[parameter.number] }
    set { values[parameter.number] = parameter.allowed(newValue) }
  }

  /// Sets the parameter of this number; returns false if there is none.
  @discardableResult
  public mutating func set(_ number: Int, to value: Double) -> Bool {
    guard let parameter = Parameter.numbered(number) else { return false }
    self[parameter] = value
    return true
  }

  public subscript(pane: Int, field: Pane.Field) -> Double {
    get { self[Self.number(pane, field)] }
    set { set(Self.number(pane, field), to: newValue) }
  }

  static func number(_ pane: Int, _ field: Pane.Field) -> Int {
    Parameter.paneStart + pane * Parameter.paneStride + Int(field.rawValue)
  }

  public var background: LightColour {
    get { LightColour(hue: TemperedHue(self[0]), purity: self[1]) }
    set {
      set(0, to: newValue.hue.value)
      set(1, to: newValue.purity)
    }
  }

  static let paneCountNumber = 2

  public var paneCount: Int {
    get { Int(self[Self.paneCountNumber]) }
    set { set(Self.paneCountNumber, to: Double(newValue)) }
  }

  /// How long the transition to it takes, in seconds.
  public var time: Double {
    get { self[3] }
    set { set(3, to: newValue) }
  }

  public var ease: Ease {
    get { Ease(rawValue: Int(self[4])) ?? .gentle }
    set { set(4, to: Double(newValue.rawValue)) }
  }

  /// A pane's first colour, or its second.
  public func colour(of pane: Int, second: Bool = false) -> LightColour {
    LightColour(
      hue: TemperedHue(self[pane, second ? .hue2 : .hue]),
      purity: self[pane, second ? .purity2 : .purity])
  }

  /// Its colours in words: the background, and what the panes add to it.
  public var words: String {
    var words = background.words
    for pane in 0..<paneCount where self[pane, .alpha] > 0 {
      words += " \(pane == 0 ? "with" : "and") \(colour(of: pane).name)"
    }
    return words
  }

  public func mask(of pane: Int) -> Pane.Mask {
    Pane.Mask(rawValue: Int(self[pane, .mask])) ?? .rectangle
  }

  public func blend(of pane: Int) -> Pane.Blend {
    Pane.Blend(rawValue: Int(self[pane, .blend])) ?? .over
  }
}
