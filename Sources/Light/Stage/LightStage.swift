/// The whole instrument, as the stage runs it: it takes input from hands and the page, draws, limits flashes, and reports its
/// state to the page.
///
///     instrument.take(order, at: time)
///     instrument.touch(finger)
///     let goesOn = instrument.draw(at: time)
///     let news = instrument.news()
public struct LightStage: ~Copyable, Sendable {
  public private(set) var performance: Performance
  public internal(set) var hands = Hands()
  /// The names of all sets, in the order of the performance; those of the app come last.
  private(set) var keys: [String]
  /// The sets as saved. The one in the hand may be played in an older form.
  private var kept: [Chordset]
  private var ownCount = 0
  /// The set from which another was made that is not saved yet.
  private var source: String?

  private var picture: Picture
  private var limiter: FlashLimiter
  private let renderer = Renderer()
  private var fade = PatternFade()
  /// The width in heights of the picture, and of the screen that it is fitted to.
  private var aspect = 16.0 / 9
  private var screenAspect = 16.0 / 9
  private var fit = ScreenFit()
  /// The scene drawn last.
  public private(set) var scene: Scene?

  /// The scene of another stage, if this one only follows it.
  private var followed: Scene?
  private var level = FlashLevel.safe
  private var isGoingDark = false

  private var untold: [StageNews] = []
  private var told = ""
  private var isRestTold = true
  private var ribbons = RibbonWords()

  /// The pixels of the reference picture, whatever its shape: the standards look at no finer detail.
  static let pixelCount = 240.0 * 135
  static let firstChord = 3
  /// The prefix of the keys of the app's own sets.
  static let appKey = "app:"

  public init(seed: UInt64 = 1, gamut: Gamut = .sRGB) {
    kept = FactorySets.all
    keys = FactorySets.names.map { Self.appKey + $0 }
    performance = Performance(sets: kept, gamut: gamut, seed: seed)
    // The first visit shows light.
    performance.begin(with: kept[0][Self.firstChord], set: 0)
    let (width, height) = Self.size(aspect)
    picture = Picture(width: width, height: height)
    limiter = FlashLimiter(width: width, height: height, gamut: gamut)
    tell(
      .parameters(
        Parameter.all.map {
          StageNews.Entry(key: "\($0.number)", title: RibbonWords.label($0))
        }))
    tellSets()
  }

  /// The name of the set in the hand.
  var key: String { keys[performance.setIndex] }

  func isOwn(_ place: Int) -> Bool { place < ownCount }

  // MARK: - Input

  public mutating func touch(_ touch: Hands.Touch) {
    play(hands.take(touch, live: performance.live, shift: performance.shift))
  }

  /// A key goes down or comes up.
  public mutating func press(
    _ code: String, isDown: Bool, repeats: Bool, isFine: Bool, at time: Int64
  ) {
    let isBare = code.hasSameBytes(as: "KeyH")
    if isBare || code.hasSameBytes(as: "KeyF") {
      if isDown, !repeats { tell(.asked(isBare: isBare)) }
      return
    }
    play(
      hands.press(
        code, isDown: isDown, repeats: repeats, isFine: isFine, at: time, in: performance))
  }

  /// The page has lost sight of the hands and may not come back: they rest.
  public mutating func letGo(at time: Int64) {
    play(hands.letGo(at: time))
    tellRest()
  }

  /// Plays a player's events.
  public mutating func play(_ events: [LightEvent]) {
    // The limit is a setting: the page restores it, and nobody has played.
    if events.contains(where: { $0.target != .limit }) { isRestTold = false }
    for event in events {
      performance.take(event)
      for doing in performance.takeDoings() { follow(doing) }
    }
  }

  private mutating func follow(_ doing: Performance.Doing) {
    let place = performance.setIndex
    switch doing {
    case .stored(let number, _):
      let chord = performance.set[number]
      tellChords()
      if isOwn(place) {
        kept[place][number] = chord
        untold.append(
          .stored(
            key: key, chord: number, name: chord.name, text: ChordText.text(chord)))
      } else if source == nil {
        source = key
        untold.append(.made([SetText(performance.set)], after: "", reason: .stored))
      }
    case .copied(let isAfter):
      source = key
      let before = isAfter ? place : place - 1
      copy(performance.set, after: isOwn(place) && before >= 0 ? keys[before] : "")
    case .tempo:
      // One of the app's sets keeps neither its tempo nor its mode.
      guard isOwn(place) else { break }
      kept[place].tempo = performance.set.tempo
      untold.append(.tempo(key: key, performance.set.tempo))
    case .mode:
      // All of its chords look different.
      tellChords()
      guard isOwn(place) else { break }
      kept[place].mode = performance.set.mode
      untold.append(.mode(key: key, isEven: performance.set.mode == .even))
    case .chose:
      // The previous set may have changed on another device meanwhile.
      performance.exchange(kept, hand: place)
      tellChords()
    }
  }

  mutating func copy(_ set: Chordset, after key: String) {
    var copy = set
    copy.title = "Copy of \(set.title)"
    untold.append(.made([SetText(copy)], after: key, reason: .copied))
  }

  mutating func tell(_ news: StageNews) { untold.append(news) }

  /// The saved set with this name.
  func set(_ key: String) -> Chordset? {
    keys.firstIndex { $0.hasSameBytes(as: key) }.map { kept[$0] }
  }

  var own: [Chordset] { Array(kept.prefix(ownCount)) }

  // MARK: - Sets

  /// Takes the player's own sets; the app's follow them.
  mutating func take(_ sets: [(key: String, set: Chordset)], hand: String) {
    let (playing, wanted) = (performance.set, hand.isEmpty ? key : hand)
    let isSource = source?.hasSameBytes(as: key) == true
    kept = sets.map { $0.set } + kept.dropFirst(ownCount)
    keys = sets.map { $0.key } + FactorySets.names.map { Self.appKey + $0 }
    ownCount = sets.count
    let found = keys.firstIndex { $0.hasSameBytes(as: wanted) }
    let place = found ?? min(performance.setIndex, keys.count - 1)
    var played = kept
    // A hand that has moved to another set meanwhile adds nothing to the new one.
    if source != nil, !hand.isEmpty { source = nil }
    if isSource, !hand.isEmpty {
      // Chords stored while the new set was being saved.
      for chord in 0..<Chordset.size where playing[chord] != kept[place][chord] && isOwn(place) {
        kept[place][chord] = playing[chord]
        untold.append(
          .stored(
            key: keys[place], chord: chord, name: playing[chord].name,
            text: ChordText.text(playing[chord])))
      }
      played = kept
      // The page may have heard meanwhile of a hand that rests in the old set.
      isRestTold = false
    } else if found != nil, hand.isEmpty {
      // Changes from another device leave the set in the hand as it is, except its name.
      played[place] = playing
      played[place].title = kept[place].title
    }
    performance.exchange(played, hand: place)
    tellSets()
  }

  /// Restores the chord in the controllers, in the set in the hand.
  mutating func begin(with chord: Chord) {
    performance.begin(with: chord, set: performance.setIndex)
  }

  /// Restores how the instrument is played, which wakes no hand.
  mutating func restore(_ target: LightEvent.Target, _ value: Double, at time: Int64) {
    performance.take(LightEvent(at: time, LightEvent.Source(.program), target, value))
  }

  private mutating func tellSets() {
    untold.append(
      .sets(keys.indices.map { StageNews.Entry(key: keys[$0], title: kept[$0].title) }))
    tellChords()
  }

  private mutating func tellChords() {
    untold.append(
      .chords(
        performance.set.chords.map {
          StageNews.ChordWords(name: $0.name, colour: $0.words)
        }))
  }

  // MARK: - The picture

  /// The picture's width and height in pixels.
  public var size: (width: Int, height: Int) { (picture.width, picture.height) }

  private static func size(_ aspect: Double) -> (Int, Int) {
    let height = (pixelCount / aspect).squareRoot()
    return (Int((height * aspect).rounded()), Int(height.rounded()))
  }

  /// The canvas has changed its shape.
  public mutating func reshape(width: Int, height: Int) {
    guard width > 0, height > 0 else { return }
    screenAspect = min(max(Double(width) / Double(height), 0.2), 5)
    reshape()
  }

  mutating func take(_ fit: ScreenFit) {
    self.fit = fit
    reshape()
    forget()
  }

  /// Maps the screen to the picture; see ``ScreenFit/matrix(onScreen:)``.
  public var frame: [Float] { fit.matrix(onScreen: screenAspect).map { Float($0) } }

  private mutating func reshape() {
    aspect = fit.shape.aspect ?? screenAspect
    let (width, height) = Self.size(aspect)
    guard width != picture.width || height != picture.height else { return }
    picture = Picture(width: width, height: height)
    limiter = limiter.resized(width: width, height: height)
    scene = nil
  }

  /// Draws the picture at a time, if anything is new.
  ///
  /// Returns whether anything was new, and whether the next picture may be new too.
  public mutating func draw(at time: Int64) -> (isNew: Bool, goesOn: Bool) {
    performance.advance(to: time)
    let scene = followed?.reshaped(aspect) ?? fade.scene(of: performance, aspect: aspect)
    let isNew = scene != self.scene || limiter.isHolding
    if isNew {
      renderer.draw(scene, into: &picture)
      limiter.limit(
        &picture, at: time, followed == nil ? performance.limit : level,
        isGoingDark: followed == nil ? performance.isBlack : isGoingDark)
      self.scene = scene
    }
    if followed != nil { return (isNew, limiter.isHolding) }
    tellRest()
    let goesOn = performance.isMoving || limiter.isHolding || fade.isRecovering
    return (isNew, goesOn || !isRestTold)
  }

  /// Shows the scene of another stage from its ``sceneNumbers``, at that stage's level but with a limiter of its own.
  public mutating func follow(_ numbers: [Float]) {
    let gamut = performance.gamut
    guard let scene = Scene(numbers: numbers, gamut: gamut), numbers.count > 7 else { return }
    followed = scene
    level = FlashLevel(rawValue: UInt8(min(max(numbers[6], 0), 2))) ?? .safe
    isGoingDark = Scene.flags(Double(numbers[7])) & 1 != 0
  }

  /// The canvas has lost its picture: the next one is always drawn.
  public mutating func forget() { scene = nil }

  /// How much of the last picture the limiter let through.
  public var part: Float { limiter.part }

  /// The last scene for the shader, four numbers at a time.
  public var sceneNumbers: [Float] {
    guard let scene else { return [] }
    var numbers = [
      scene.background.lightness, scene.background.a, scene.background.b, scene.light,
      scene.aspect, Double(scene.layers.count), Double(performance.limit.rawValue),
      Double((performance.isBlack ? 1 : 0) + (scene.gamut == .displayP3 ? 2 : 0)),
    ]
    for layer in scene.layers { numbers += layer.numbers + [0, 0] }
    return numbers.map { Float($0) }
  }

  /// The picture's pixels, each red, green, blue and opaque.
  public var pixels: [UInt8] { Self.pixels(picture) }

  private static func pixels(_ picture: Picture) -> [UInt8] {
    let colours = picture.bytes
    var pixels = [UInt8](repeating: 255, count: colours.count / 3 * 4)
    for place in 0..<colours.count / 3 {
      for part in 0..<3 { pixels[4 * place + part] = colours[3 * place + part] }
    }
    return pixels
  }

  /// A small picture of a chord, as it would be drawn for any screen; black where there is none.
  public func pixels(of key: String, chord: Int, width: Int, height: Int) -> [UInt8] {
    let isPlayed = key.hasSameBytes(as: self.key)
    guard let set = isPlayed ? performance.set : set(key), (0..<Chordset.size).contains(chord)
    else { return Self.pixels(Picture(width: width, height: height)) }
    let look = Look(set[chord], mode: set.mode)
    let scene = Scene(look, aspect: Double(width) / Double(max(height, 1)))
    return Self.pixels(renderer.draw(scene, width: width, height: height))
  }

  // MARK: - Reports to the page

  private mutating func tellRest() {
    guard !isRestTold, hands.count == 0 else { return }
    isRestTold = true
    untold.append(.rested(key: key, chord: ChordText.text(performance.live)))
  }

  /// The news since the last call.
  public mutating func news() -> [StageNews] {
    defer { untold = [] }
    let playing = StageNews.playing(self.playing)
    let text = playing.message.text
    guard !text.hasSameBytes(as: told) else { return untold }
    told = text
    return untold + [playing]
  }

  private var playing: StageNews.Playing {
    mutating get {
      var playing = StageNews.Playing()
      (playing.set, playing.setCount) = (performance.setIndex, keys.count)
      (playing.title, playing.recalled) = (performance.set.title, performance.recalled)
      playing.held = performance.heldSelectors
      playing.isShifted = performance.shift != .up
      playing.isShiftLocked = performance.shift == .locked
      (playing.isBlack, playing.isFrozen) = (performance.isBlack, performance.isFrozen)
      (playing.level, playing.isEven) = (performance.limit, performance.set.mode == .even)
      (playing.tempo, playing.glide) = (performance.set.tempo, performance.glide)
      (playing.brightness, playing.snaps) = (performance.brightness, hands.snaps)
      playing.panes = performance.live.paneCount
      playing.ribbons = hands.ribbons.map {
        ribbons.ribbon($0, performance.live, performance.set.mode)
      }
      return playing
    }
  }
}
