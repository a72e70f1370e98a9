public import Sound

extension TakeClick {
  /// Reads what ``text`` wrote, or `nil`.
  public init?(parsing text: String) {
    var numbers: [Double] = []
    for part in text.utf8.split(separator: 0x20) {
      guard let number = Double(String(decoding: Array(part), as: UTF8.self)), number.isFinite
      else { return nil }
      numbers.append(number)
    }
    guard let offset = numbers.first.flatMap({ Int64(exactly: $0) }),
      case .play(let metronome, let sound)? = PlayerCommand(message: Array(numbers.dropFirst()))
    else { return nil }
    self.init(metronome, offset: offset, sound: sound)
  }

  /// The frame on which it starts, and the command that plays it, number by number.
  public var text: String {
    var text = "\(offset)"
    for number in PlayerCommand.play(metronome, sound).message {
      text += number == number.rounded() && abs(number) < 1e9 ? " \(Int64(number))" : " \(number)"
    }
    return text
  }
}
