#if arch(wasm32)
  import Sound

  /// What the audio thread plays, and the places where its script finds it and leaves commands.
  @safe private final class Stage {
    var player: Player
    /// A command or a report; both are numbers.
    private var numbers = UnsafeMutableBufferPointer<Double>.allocate(capacity: 4_096)
    private let output: UnsafeMutableBufferPointer<Float>

    init(sampleRate: Int, blockLength: Int) {
      player = Player(sampleRate: sampleRate, blockLength: blockLength)
      unsafe output = .allocate(capacity: player.block.count)
    }

    /// Room for `count` numbers.
    func room(for count: Int) -> UInt32 {
      if unsafe count > numbers.count {
        unsafe numbers.deallocate()
        unsafe numbers = .allocate(capacity: count * 2)
      }
      return unsafe UInt32(UInt(bitPattern: numbers.baseAddress))
    }

    func take(_ count: Int) -> Bool {
      guard let command = unsafe PlayerCommand(message: Array(numbers.prefix(count))) else {
        return false
      }
      player.take(command)
      return true
    }

    func render() -> UInt32 {
      player.render()
      for index in 0..<player.block.count { unsafe output[index] = player.block[index] }
      return unsafe UInt32(UInt(bitPattern: output.baseAddress))
    }

    /// Reports what sounded since the last call; returns the length of the report.
    func tell() -> Int {
      guard !player.told.isEmpty else { return 0 }
      _ = room(for: player.told.count * Cue.messageLength)
      var count = 0
      for cue in player.told {
        let message = cue.message
        for index in message.indices {
          unsafe numbers[count] = message[index]
          count += 1
        }
      }
      player.clearTold()
      return count
    }
  }

  /// The only mutable global: a module's exports have no other way to find what they play. The audio
  /// thread runs it alone.
  nonisolated(unsafe) private var stage: Stage?

  /// Prepares everything; returns whether this sample rate is supported.
  @_expose(wasm, "start")
  @c(woodshed_worklet_start)
  public func start(_ sampleRate: Int32, _ blockLength: Int32) -> Int32 {
    guard Player.sampleRates.contains(Int(sampleRate)), (1...8_192).contains(blockLength) else {
      return 0
    }
    unsafe stage = Stage(sampleRate: Int(sampleRate), blockLength: Int(blockLength))
    return 1
  }

  /// Where to write a command of `count` numbers before ``take(_:)``, and where to read reports.
  @_expose(wasm, "room")
  @c(woodshed_worklet_room)
  public func room(_ count: Int32) -> UInt32 {
    unsafe stage?.room(for: Int(count)) ?? 0
  }

  /// Carries out a command of `count` numbers; returns 0 if it is invalid.
  @_expose(wasm, "take")
  @c(woodshed_worklet_take)
  public func take(_ count: Int32) -> Int32 {
    unsafe stage?.take(Int(count)) == true ? 1 : 0
  }

  /// Renders a block; returns the address of its samples, 0 before the start.
  @_expose(wasm, "render")
  @c(woodshed_worklet_render)
  public func render() -> UInt32 {
    unsafe stage?.render() ?? 0
  }

  /// Leaves a report of what sounded in the room; returns its length.
  @_expose(wasm, "tell")
  @c(woodshed_worklet_tell)
  public func tell() -> Int32 {
    unsafe Int32(stage?.tell() ?? 0)
  }
#endif
