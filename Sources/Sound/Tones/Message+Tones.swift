extension Message {
  mutating func readTone() -> Drone.Tone? {
    guard let frequency = read(in: Drone.range), let level = read(in: 0...1) else { return nil }
    return Drone.Tone(frequency: frequency, level: level)
  }

  mutating func write(_ timbre: Timbre) {
    if case .drawbars(let bars) = timbre {
      write(-1)
      write(bars.count)
      for bar in bars { write(bar) }
    } else {
      write(Timbre.named.firstIndex { $0.timbre == timbre } ?? 0)
    }
  }

  mutating func readTimbre() -> Timbre? {
    guard let number = readWhole(in: -1...Timbre.named.count - 1) else { return nil }
    guard number < 0 else { return Timbre.named[number].timbre }
    guard let count = readWhole(in: 0...9),
      let bars = readList(count, { $0.readWhole(in: 0...8) })
    else { return nil }
    return .drawbars(bars)
  }
}
