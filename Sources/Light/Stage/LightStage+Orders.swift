extension LightStage {
  /// Carries out an order from the page.
  public mutating func take(_ order: StageOrder, at time: Int64) {
    switch order {
    case .sets(let sets, let hand): take(sets.map { ($0.key, $0.set.set) }, hand: hand)
    case .live(let text):
      if let chord = ChordText.ifChord(text) { begin(with: chord) }
    case .play(let target, let value):
      let target = LightEvent.Target(number: UInt16(clamping: target))
      play([LightEvent(at: time, LightEvent.Source(.program), target, value)])
    case .slide(let place, let way):
      guard hands.ribbons.indices.contains(place) else { return }
      let parameter = hands.ribbons[place]
      let target = LightEvent.Target.parameter(parameter)
      let value = hands.value(of: parameter, at: way)
      play([LightEvent(at: time, LightEvent.Source(.program), target, value)])
    case .lean(let ribbon, let way, let milliseconds):
      play(hands.lean(ribbon, way, milliseconds, performance.live, at: time))
    case .fit(let fit): take(fit)
    case .ribbons(let numbers, let snaps):
      hands.ribbons = numbers.prefix(Hands.ribbonLimit).compactMap { Parameter.numbered($0) }
      hands.snaps = snaps
    case .manner(let glide, let brightness):
      restore(.glide, glide, at: time)
      restore(.brightness, brightness, at: time)
    case .link(let key):
      if let set = set(key) { tell(.link(key: key, ChordLink.text(set))) }
    case .export(let key):
      let sets = key.utf8.isEmpty ? own : [set(key)].compactMap { $0 }
      guard !sets.isEmpty else {
        return tell(.problem("You have no sets of your own to export yet. Store a chord first."))
      }
      tell(
        .file(
          name: sets.count == 1 ? sets[0].title : "Chordsets", text: ChordText.file(sets)))
    case .takeIn(let text):
      do throws(ChordProblem) {
        let sets = try ChordText.sets(of: text)
        tell(.made(sets.map { SetText($0) }, after: "", reason: .imported))
      } catch {
        let place = error.line > 0 ? "Line \(error.line): " : ""
        tell(.problem("Nothing was imported. \(place)\(error.message)"))
      }
    case .open(let text):
      guard let set = ChordLink.set(of: text) else {
        return tell(
          .problem(
            "This link contains no chordset: it’s incomplete, or from a later version of Woodshed. Ask for a new one."
          ))
      }
      tell(.made([SetText(set)], after: "", reason: .opened))
    case .copy(let key):
      if let set = set(key) { copy(set, after: key.begins(with: Self.appKey) ? "" : key) }
    }
  }
}
