extension Message {
  mutating func write(_ crow: Crow) {
    write(crow.kind.rawValue)
    write(crow.pitch == nil ? 0 : 1)
    if let pitch = crow.pitch {
      numbers += [pitch.frequency, Double(pitch.note.number), pitch.cents.value]
    }
    write(crow.partials.count)
    for partial in crow.partials {
      numbers += [partial.frequency, partial.level.value, partial.sounds ? 1 : 0]
    }
    write(crow.balance ?? 0)
    // A share is never below 0.
    numbers += [crow.rattle ?? -1, crow.seconds, crow.isClipped ? 1 : 0]
    write(crow.spectrum.count)
    for level in crow.spectrum { numbers.append(level.value) }
  }

  mutating func readCrow() -> Crow? {
    guard let kind = readWhole().flatMap({ Crow.Kind(rawValue: $0) }),
      let pitches = readWhole(in: 0...1), let pitch = readList(pitches, { $0.readPitch() }),
      let count = readWhole(in: 0...4), let partials = readList(count, { $0.readPartial() }),
      let balance = readWhole(in: 0...5), let rattle = read(in: -1...1),
      let seconds = read(in: 0...Double(CrowListener.longest)),
      let clipped = readWhole(in: 0...1), let columns = readWhole(in: 0...Crow.columns),
      let spectrum = readList(columns, { $0.read(in: -200...200) })
    else { return nil }
    return Crow(
      kind, pitch: pitch.first, partials: partials, balance: balance == 0 ? nil : balance,
      rattle: rattle < 0 ? nil : rattle, seconds: seconds, isClipped: clipped == 1,
      spectrum: spectrum.map { Decibels($0) })
  }

  private mutating func readFrequency() -> Double? { read(in: 1...100_000) }

  private mutating func readPitch() -> Crow.Pitch? {
    guard let frequency = readFrequency(), let note = readWhole(in: 0...127),
      let cents = read(in: -100...100)
    else { return nil }
    return Crow.Pitch(frequency, note: Note(note), cents: Cents(cents))
  }

  private mutating func readPartial() -> Crow.Partial? {
    guard let frequency = readFrequency(), let level = read(in: -200...0),
      let sounds = readWhole(in: 0...1)
    else { return nil }
    return Crow.Partial(frequency, level: Decibels(level), sounds: sounds == 1)
  }
}
