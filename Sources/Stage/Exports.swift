#if arch(wasm32)
  import Light

  /// The instrument, and the memory through which its script passes input and reads results.
  @safe private final class Stage {
    private var instrument: LightStage
    /// Holds a text, a picture or numbers, one at a time.
    private var paper = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4_096)
    private let numbers = UnsafeMutableBufferPointer<Float>.allocate(capacity: 256)

    init(seed: UInt64, gamut: Gamut) {
      instrument = LightStage(seed: seed, gamut: gamut)
      unsafe numbers.initialize(repeating: 0)
    }

    var address: UInt32 { unsafe UInt32(UInt(bitPattern: paper.baseAddress)) }
    var size: (width: Int, height: Int) { instrument.size }

    /// The address of memory for this many bytes.
    func room(for count: Int) -> UInt32 {
      if unsafe count > paper.count {
        unsafe paper.deallocate()
        unsafe paper = .allocate(capacity: count * 2)
      }
      return address
    }

    private func text(_ count: Int) -> String {
      unsafe String(decoding: paper.prefix(max(count, 0)), as: UTF8.self)
    }

    private func leave(_ bytes: [UInt8]) -> Int32 {
      _ = room(for: bytes.count)
      for (place, byte) in bytes.enumerated() { unsafe paper[place] = byte }
      return Int32(bytes.count)
    }

    func take(_ count: Int, at time: Int64) -> Bool {
      guard let order = StageOrder(StageMessage(text(count))) else { return false }
      instrument.take(order, at: time)
      return true
    }

    func touch(_ touch: Hands.Touch) { instrument.touch(touch) }

    func press(_ count: Int, _ flags: Int32, at time: Int64) {
      instrument.press(
        text(count), isDown: flags & 1 != 0, repeats: flags & 2 != 0, isFine: flags & 4 != 0,
        at: time)
    }

    func letGo(at time: Int64) { instrument.letGo(at: time) }

    func reshape(_ width: Int, _ height: Int) { instrument.reshape(width: width, height: height) }

    func draw(at time: Int64) -> Int32 {
      let (isNew, goesOn) = instrument.draw(at: time)
      return (isNew ? 1 : 0) | (goesOn ? 2 : 0)
    }

    /// Writes the news, messages separated by a byte that no text contains; returns the number of bytes.
    func news() -> Int32 {
      var bytes: [UInt8] = []
      for news in instrument.news() {
        if !bytes.isEmpty { bytes.append(0x1E) }
        bytes += Array(news.message.text.utf8)
      }
      return leave(bytes)
    }

    func keys() -> Int32 { leave(Array(Hands.playing.joined(separator: " ").utf8)) }

    func pixels() -> Int32 { leave(instrument.pixels) }

    var part: Float { instrument.part }

    func forget() { instrument.forget() }

    /// Follows the scene of another stage, whose numbers are in the paper.
    func follow(_ count: Int) {
      let bytes = unsafe Array(paper.prefix(max(count, 0) * 4))
      guard bytes.count >= count * 4 else { return }
      instrument.follow(
        (0..<count).map { place in
          let bits = (0..<4).reduce(UInt32(0)) {
            $0 | UInt32(bytes[4 * place + $1]) << UInt32(8 * $1)
          }
          return Float(bitPattern: bits)
        })
    }

    /// Writes the numbers of the scene. If there are fewer than the shader reads, the rest have no meaning.
    func scene() -> UInt32 {
      for (place, number) in instrument.sceneNumbers.prefix(256).enumerated() {
        unsafe numbers[place] = number
      }
      return unsafe UInt32(UInt(bitPattern: numbers.baseAddress))
    }

    /// Writes the nine numbers that map the screen to the picture, after those of the scene.
    func frame() -> UInt32 {
      let start = 240
      for (place, number) in instrument.frame.prefix(9).enumerated() {
        unsafe numbers[start + place] = number
      }
      return unsafe UInt32(UInt(bitPattern: numbers.baseAddress)) + UInt32(4 * start)
    }

    /// Draws a chord of the set whose name is in the paper.
    func picture(_ count: Int, _ chord: Int, _ width: Int, _ height: Int) -> Int32 {
      leave(instrument.pixels(of: text(count), chord: chord, width: width, height: height))
    }
  }

  /// The one global that changes: a module's exports have no other way to find the instrument. A worker runs it alone.
  nonisolated(unsafe) private var stage: Stage?

  private func moment(_ time: Double) -> Int64 {
    time.isFinite ? Int64(min(max(time, 0), 1e15)) : 0
  }

  /// Prepares the instrument, for a screen with display-p3 or sRGB primaries.
  @_expose(wasm, "start")
  @c(woodshed_stage_start)
  public func start(_ seed: Double, _ isWide: Int32) {
    unsafe stage = Stage(
      seed: UInt64(min(max(seed, 0), 1e15)), gamut: isWide != 0 ? .displayP3 : .sRGB)
  }

  /// The address of memory for this many bytes.
  @_expose(wasm, "room")
  @c(woodshed_stage_room)
  public func room(_ count: Int32) -> UInt32 { unsafe stage?.room(for: Int(max(count, 0))) ?? 0 }

  /// The address of the last result.
  @_expose(wasm, "paper")
  @c(woodshed_stage_paper)
  public func paper() -> UInt32 { unsafe stage?.address ?? 0 }

  /// Carries out the order in a text of `count` bytes; returns 0 if it is unknown. Times are in millionths of a second.
  @_expose(wasm, "take")
  @c(woodshed_stage_take)
  public func take(_ count: Int32, _ time: Double) -> Int32 {
    unsafe stage?.take(Int(count), at: moment(time)) == true ? 1 : 0
  }

  /// A finger touches, moves, lifts or is cancelled.
  @_expose(wasm, "touch")
  @c(woodshed_stage_touch)
  public func touch(
    _ phase: Int32, _ device: Int32, _ pointer: Int32, _ control: Int32, _ x: Double, _ y: Double,
    _ isFine: Int32, _ time: Double
  ) {
    guard let phase = Hands.Phase(rawValue: Int(phase)) else { return }
    unsafe stage?.touch(
      Hands.Touch(
        phase, [.touch, .pen, .mouse][Int(min(max(device, 0), 2))], pointer: Int(pointer),
        on: Hands.Control(number: Int(control)), x: x, y: y, isFine: isFine != 0, at: moment(time)))
  }

  /// A key, whose code has `count` bytes. Flags: 1 down, 2 repeated, 4 fine.
  @_expose(wasm, "press")
  @c(woodshed_stage_press)
  public func press(_ count: Int32, _ flags: Int32, _ time: Double) {
    unsafe stage?.press(Int(count), flags, at: moment(time))
  }

  /// The page has lost sight of the hands.
  @_expose(wasm, "letGo")
  @c(woodshed_stage_let_go)
  public func letGo(_ time: Double) { unsafe stage?.letGo(at: moment(time)) }

  /// The canvas has changed its shape.
  @_expose(wasm, "reshape")
  @c(woodshed_stage_reshape)
  public func reshape(_ width: Int32, _ height: Int32) {
    unsafe stage?.reshape(Int(width), Int(height))
  }

  /// Advances to a time; returns 1 if there is a new picture, plus 2 if another may follow.
  @_expose(wasm, "draw")
  @c(woodshed_stage_draw)
  public func draw(_ time: Double) -> Int32 { unsafe stage?.draw(at: moment(time)) ?? 0 }

  /// Writes the news; returns the number of bytes.
  @_expose(wasm, "news")
  @c(woodshed_stage_news)
  public func news() -> Int32 { unsafe stage?.news() ?? 0 }

  /// Writes the codes of the keys that play.
  @_expose(wasm, "keys")
  @c(woodshed_stage_keys)
  public func keys() -> Int32 { unsafe stage?.keys() ?? 0 }

  /// Writes the reference picture, four bytes a pixel.
  @_expose(wasm, "pixels")
  @c(woodshed_stage_pixels)
  public func pixels() -> Int32 { unsafe stage?.pixels() ?? 0 }

  /// How much of the last picture the limiter let through, from 0 to 1.
  @_expose(wasm, "part")
  @c(woodshed_stage_part)
  public func part() -> Float { unsafe stage?.part ?? 1 }

  /// Writes the numbers of the last scene; returns their address.
  @_expose(wasm, "scene")
  @c(woodshed_stage_scene)
  public func scene() -> UInt32 { unsafe stage?.scene() ?? 0 }

  /// Writes the numbers that map the screen to the picture; returns their address.
  @_expose(wasm, "frame")
  @c(woodshed_stage_frame)
  public func frame() -> UInt32 { unsafe stage?.frame() ?? 0 }

  /// Shows the scene of another stage, from `count` numbers in the paper.
  @_expose(wasm, "follow")
  @c(woodshed_stage_follow)
  public func follow(_ count: Int32) { unsafe stage?.follow(Int(min(max(count, 0), 1_024))) }

  /// The canvas has lost its picture.
  @_expose(wasm, "forget")
  @c(woodshed_stage_forget)
  public func forget() { unsafe stage?.forget() }

  @_expose(wasm, "width")
  @c(woodshed_stage_width)
  public func width() -> Int32 { unsafe Int32(stage?.size.width ?? 0) }

  @_expose(wasm, "height")
  @c(woodshed_stage_height)
  public func height() -> Int32 { unsafe Int32(stage?.size.height ?? 0) }

  /// Writes a small picture of a chord of the set whose name has `count` bytes.
  @_expose(wasm, "picture")
  @c(woodshed_stage_picture)
  public func picture(_ count: Int32, _ chord: Int32, _ width: Int32, _ height: Int32) -> Int32 {
    unsafe stage?.picture(Int(count), Int(chord), Int(width), Int(height)) ?? 0
  }
#endif
