#if arch(wasm32)
  import Recordings
  import Sound

  /// The listener, and the places where its script leaves samples and finds results.
  @safe private final class Ear {
    private var tracker: PitchTracker
    private let sampleRate: Int
    private var frames = 0
    private var vibrato: Vibrato?
    private(set) var recording: Recording?
    private var work: Work?
    private var replay: Replay?
    private var block: [Float] = []
    private var input = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1_024)
    private var numbers = UnsafeMutableBufferPointer<Double>.allocate(capacity: 64)

    init(sampleRate: Int) {
      self.sampleRate = sampleRate
      tracker = PitchTracker(sampleRate: sampleRate, ListenRequest())
    }

    /// Room for `count` samples.
    func room(for count: Int) -> UInt32 {
      if unsafe count > input.count {
        unsafe input.deallocate()
        unsafe input = .allocate(capacity: count * 2)
      }
      return unsafe UInt32(UInt(bitPattern: input.baseAddress))
    }

    /// Room for `count` numbers: a request, or a result.
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

    /// Listens to samples; returns the length of the result.
    func hear(_ count: Int) -> Int {
      _ = numbers(for: (count / tracker.hop + 1) * PitchTracker.Frame.messageLength)
      var told = 0
      for index in 0..<min(count, unsafe input.count) {
        recording?.hear(unsafe input[index])
        guard var frame = tracker.hear(unsafe input[index]) else { continue }
        // A vibrato lasts for several swings, and finding it takes as long as a few frames.
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

    private func message(_ count: Int) -> [Double] {
      unsafe Array(numbers.prefix(count))
    }

    /// Leaves numbers where the script finds them; returns how many.
    private func tell(_ message: [Double]) -> Int {
      _ = numbers(for: message.count)
      for (index, number) in message.enumerated() { unsafe numbers[index] = number }
      return message.count
    }

    // MARK: Recording

    /// Records what is heard from now on; returns the length of the report.
    func record(_ count: Int) -> Int {
      guard let request = RecordRequest(message: message(count)) else {
        recording = nil
        return tell(Recording.News(.failed).message)
      }
      recording = Recording(request, sampleRate: sampleRate, to: .opened(0))
      return news()
    }

    func miss(_ count: Int) { recording?.miss(count) }

    /// Pauses, resumes or ends.
    func recordOtherwise(_ what: Int) -> Int {
      switch what {
      case 0: recording?.pause()
      case 1: recording?.goOn()
      default: recording?.end()
      }
      return news()
    }

    /// News about the take that is being recorded.
    func news() -> Int {
      guard let news = recording?.news() else { return 0 }
      if news.stage == .ended || news.stage == .failed { recording = nil }
      return tell(news.message)
    }

    // MARK: Work on files

    /// Starts the requested work; returns the same as ``step()``.
    func begin(_ count: Int) -> Int {
      guard let request = TakeRequest(message: message(count)),
        let work = Work(request, SoundFile.opened)
      else { return -2 }
      self.work = work
      return step()
    }

    /// Continues: returns −1 while there is more to do, −2 if it failed, otherwise the length of the result.
    func step() -> Int {
      switch work?.step() {
      case .goesOn: return -1
      case .done(let answer):
        work = nil
        return tell(answer.message)
      case .failed, nil:
        work = nil
        return -2
      }
    }

    var share: Double { work?.share ?? 1 }

    // MARK: Playing

    func beginReplay(_ count: Int) -> Bool {
      guard let request = ReplayRequest(message: message(count)) else { return false }
      replay = Replay(request, of: .opened(0), sampleRate: sampleRate)
      return replay != nil
    }

    func replayOtherwise(_ count: Int) -> Bool {
      guard let request = ReplayRequest(message: message(count)) else { return false }
      replay?.change(to: request)
      return true
    }

    /// Renders `count` samples to where they are read; returns the length of the position report.
    func replay(_ count: Int) -> Int {
      _ = room(for: count)
      replay?.render(count, to: &block)
      guard let place = replay?.place else { return -2 }
      for (index, sample) in block.enumerated() { unsafe input[index] = sample }
      return tell([Double(place.frame), place.isOver ? 1 : 0])
    }
  }

  /// The only mutable global: a module's exports have no other way to find the listener. A worker runs it alone.
  nonisolated(unsafe) private var ear: Ear?

  /// Prepares everything; returns whether this sample rate is supported.
  @_expose(wasm, "start")
  @c(woodshed_listener_start)
  public func start(_ sampleRate: Int32) -> Int32 {
    guard PitchTracker.sampleRates.contains(Int(sampleRate)) else { return 0 }
    unsafe ear = Ear(sampleRate: Int(sampleRate))
    return 1
  }

  /// Where to write `count` samples before ``hear(_:)``.
  @_expose(wasm, "room")
  @c(woodshed_listener_room)
  public func room(_ count: Int32) -> UInt32 {
    unsafe ear?.room(for: Int(count)) ?? 0
  }

  /// Where to write a request of `count` numbers before ``take(_:)``, and where to read results.
  @_expose(wasm, "numbers")
  @c(woodshed_listener_numbers)
  public func numbers(_ count: Int32) -> UInt32 {
    unsafe ear?.numbers(for: Int(count)) ?? 0
  }

  /// Continues listening with a new request; returns 0 if it is invalid.
  @_expose(wasm, "take")
  @c(woodshed_listener_take)
  public func take(_ count: Int32) -> Int32 {
    unsafe ear?.take(Int(count)) == true ? 1 : 0
  }

  // MARK: Recording

  /// Records into file 0 according to a request of `count` numbers; returns the length of the report.
  @_expose(wasm, "record")
  @c(woodshed_listener_record)
  public func record(_ count: Int32) -> Int32 {
    unsafe Int32(ear?.record(Int(count)) ?? 0)
  }

  /// 0 pauses, 1 resumes, 2 ends.
  @_expose(wasm, "recordOtherwise")
  @c(woodshed_listener_record_otherwise)
  public func recordOtherwise(_ what: Int32) -> Int32 {
    unsafe Int32(ear?.recordOtherwise(Int(what)) ?? 0)
  }

  /// Returns the length of the news about the take.
  @_expose(wasm, "recorded")
  @c(woodshed_listener_recorded)
  public func recorded() -> Int32 {
    unsafe Int32(ear?.news() ?? 0)
  }

  /// Reports that samples were lost on the way here.
  @_expose(wasm, "miss")
  @c(woodshed_listener_miss)
  public func miss(_ count: Int32) {
    unsafe ear?.miss(Int(count))
  }

  // MARK: Work on files

  /// Starts the work described by a request of `count` numbers; returns the same as ``step()``.
  @_expose(wasm, "begin")
  @c(woodshed_listener_begin)
  public func begin(_ count: Int32) -> Int32 {
    unsafe Int32(ear?.begin(Int(count)) ?? -2)
  }

  /// Continues: returns −1 if there is more to do, −2 if it failed, otherwise the length of the result.
  @_expose(wasm, "step")
  @c(woodshed_listener_step)
  public func step() -> Int32 {
    unsafe Int32(ear?.step() ?? -2)
  }

  /// The fraction of the work that is done.
  @_expose(wasm, "share")
  @c(woodshed_listener_share)
  public func share() -> Double {
    unsafe ear?.share ?? 1
  }

  // MARK: Playing

  /// Plays file 0 according to a request of `count` numbers; returns 0 if it cannot.
  @_expose(wasm, "replayBegin")
  @c(woodshed_listener_replay_begin)
  public func replayBegin(_ count: Int32) -> Int32 {
    unsafe ear?.beginReplay(Int(count)) == true ? 1 : 0
  }

  /// Continues playing with a different request.
  @_expose(wasm, "replayOtherwise")
  @c(woodshed_listener_replay_otherwise)
  public func replayOtherwise(_ count: Int32) -> Int32 {
    unsafe ear?.replayOtherwise(Int(count)) == true ? 1 : 0
  }

  /// Renders `count` samples to ``room(_:)``; returns the length of the position report.
  @_expose(wasm, "replay")
  @c(woodshed_listener_replay)
  public func replay(_ count: Int32) -> Int32 {
    unsafe Int32(ear?.replay(Int(count)) ?? -2)
  }

  // MARK: Listening

  /// Listens to `count` samples; returns the length of the result.
  @_expose(wasm, "hear")
  @c(woodshed_listener_hear)
  public func hear(_ count: Int32) -> Int32 {
    unsafe Int32(ear?.hear(Int(count)) ?? 0)
  }
#endif
