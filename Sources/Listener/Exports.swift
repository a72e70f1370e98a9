#if arch(wasm32)
  import Sound

  /// What listens, and the places where its script leaves samples and finds what was heard.
  @safe private final class Ear {
    private var tracker: PitchTracker
    private let sampleRate: Int
    private var frames = 0
    private var vibrato: Vibrato?
    private var input = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1_024)
    private var numbers = UnsafeMutableBufferPointer<Double>.allocate(capacity: 64)

    init(sampleRate: Int) {
      self.sampleRate = sampleRate
      tracker = PitchTracker(sampleRate: sampleRate, ListenRequest())
    }

    /// A place for so many samples.
    func room(for count: Int) -> UInt32 {
      if unsafe count > input.count {
        unsafe input.deallocate()
        unsafe input = .allocate(capacity: count * 2)
      }
      return unsafe UInt32(UInt(bitPattern: input.baseAddress))
    }

    /// A place for so many numbers: a request, or what was heard.
    func numbers(for count: Int) -> UInt32 {
      if unsafe count > numbers.count {
        unsafe numbers.deallocate()
        unsafe numbers = .allocate(capacity: count * 2)
      }
      return unsafe UInt32(UInt(bitPattern: numbers.baseAddress))
    }

    func take(_ count: Int) -> Bool {
      guard let request = unsafe ListenRequest(message: Array(numbers.prefix(count))) else {
        return false
      }
      tracker = PitchTracker(sampleRate: sampleRate, request)
      return true
    }

    /// Listens to samples; answers how many numbers tell of what was heard.
    func hear(_ count: Int) -> Int {
      _ = numbers(for: (count / tracker.hop + 1) * PitchTracker.Frame.messageLength)
      var told = 0
      for index in 0..<min(count, unsafe input.count) {
        guard var frame = tracker.hear(unsafe input[index]) else { continue }
        // It lasts for some swings, and finding it takes as long as some frames.
        frames += 1
        if frames % 8 == 0 { vibrato = tracker.vibrato }
        frame.vibrato = frame.pitch == nil ? nil : vibrato
        let message = frame.message
        for place in message.indices {
          unsafe numbers[told] = message[place]
          told += 1
        }
      }
      return told
    }
  }

  /// The one global that changes: a module's exports have no other way to find what listens.
  /// A worker runs it alone.
  nonisolated(unsafe) private var ear: Ear?

  /// Makes everything ready; answers whether this rate can be listened to.
  @_expose(wasm, "start")
  @c(woodshed_listener_start)
  public func start(_ sampleRate: Int32) -> Int32 {
    guard PitchTracker.sampleRates.contains(Int(sampleRate)) else { return 0 }
    unsafe ear = Ear(sampleRate: Int(sampleRate))
    return 1
  }

  /// Where to write so many samples before ``hear(_:)``.
  @_expose(wasm, "room")
  @c(woodshed_listener_room)
  public func room(_ count: Int32) -> UInt32 {
    unsafe ear?.room(for: Int(count)) ?? 0
  }

  /// Where to write a request of so many numbers before ``take(_:)``, and where to read what was heard.
  @_expose(wasm, "numbers")
  @c(woodshed_listener_numbers)
  public func numbers(_ count: Int32) -> UInt32 {
    unsafe ear?.numbers(for: Int(count)) ?? 0
  }

  /// Listens from now on as a request says; answers 0 where it is none.
  @_expose(wasm, "take")
  @c(woodshed_listener_take)
  public func take(_ count: Int32) -> Int32 {
    unsafe ear?.take(Int(count)) == true ? 1 : 0
  }

  /// Listens to so many samples; answers how many numbers tell of what was heard.
  @_expose(wasm, "hear")
  @c(woodshed_listener_hear)
  public func hear(_ count: Int32) -> Int32 {
    unsafe Int32(ear?.hear(Int(count)) ?? 0)
  }
#endif
