#if arch(wasm32)
  import Recordings
  import Sound

  /// What listens, and the places where its script leaves samples and finds what was heard.
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
        recording?.hear(unsafe input[index])
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

    private func message(_ count: Int) -> [Double] {
      unsafe Array(numbers.prefix(count))
    }

    /// Leaves numbers where the script finds them; answers how many.
    private func tell(_ message: [Double]) -> Int {
      _ = numbers(for: message.count)
      for (index, number) in message.enumerated() { unsafe numbers[index] = number }
      return message.count
    }

    // MARK: Recording

    /// Records what is heard from now on; answers how many numbers tell of it.
    func record(_ count: Int) -> Int {
      guard let request = RecordRequest(message: message(count)) else {
        recording = nil
        return tell(Recording.News(.failed).message)
      }
      recording = Recording(request, sampleRate: sampleRate, to: .opened(0))
      return news()
    }

    func miss(_ count: Int) { recording?.miss(count) }

    /// Pauses, goes on or ends.
    func recordOtherwise(_ what: Int) -> Int {
      switch what {
      case 0: recording?.pause()
      case 1: recording?.goOn()
      default: recording?.end()
      }
      return news()
    }

    /// What is new of the take that is being recorded.
    func news() -> Int {
      guard let news = recording?.news() else { return 0 }
      if news.stage == .ended || news.stage == .failed { recording = nil }
      return tell(news.message)
    }

    // MARK: Work on files

    /// Begins what is asked for; answers as ``step()`` does.
    func begin(_ count: Int) -> Int {
      guard let request = TakeRequest(message: message(count)),
        let work = Work(request, SoundFile.opened)
      else { return -2 }
      self.work = work
      return step()
    }

    /// Goes on: answers −1 as long as there is more to be done, −2 where it cannot be, and else how many numbers
    /// came of it.
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

    /// Renders so many samples to where they are read; answers how many numbers say where that is.
    func replay(_ count: Int) -> Int {
      _ = room(for: count)
      replay?.render(count, to: &block)
      guard let place = replay?.place else { return -2 }
      for (index, sample) in block.enumerated() { unsafe input[index] = sample }
      return tell([Double(place.frame), place.isOver ? 1 : 0])
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

  // MARK: Recording

  /// Records into file 0 as a request of so many numbers says; answers how many numbers tell of it.
  @_expose(wasm, "record")
  @c(woodshed_listener_record)
  public func record(_ count: Int32) -> Int32 {
    unsafe Int32(ear?.record(Int(count)) ?? 0)
  }

  /// 0 pauses, 1 goes on, 2 ends.
  @_expose(wasm, "recordOtherwise")
  @c(woodshed_listener_record_otherwise)
  public func recordOtherwise(_ what: Int32) -> Int32 {
    unsafe Int32(ear?.recordOtherwise(Int(what)) ?? 0)
  }

  /// Answers how many numbers tell what is new of the take.
  @_expose(wasm, "recorded")
  @c(woodshed_listener_recorded)
  public func recorded() -> Int32 {
    unsafe Int32(ear?.news() ?? 0)
  }

  /// So many samples were lost before they came here.
  @_expose(wasm, "miss")
  @c(woodshed_listener_miss)
  public func miss(_ count: Int32) {
    unsafe ear?.miss(Int(count))
  }

  // MARK: Work on files

  /// Begins work that a request of so many numbers asks for; answers as ``step()`` does.
  @_expose(wasm, "begin")
  @c(woodshed_listener_begin)
  public func begin(_ count: Int32) -> Int32 {
    unsafe Int32(ear?.begin(Int(count)) ?? -2)
  }

  /// Goes on: −1 where there is more to be done, −2 where it cannot be, and else how many numbers came of it.
  @_expose(wasm, "step")
  @c(woodshed_listener_step)
  public func step() -> Int32 {
    unsafe Int32(ear?.step() ?? -2)
  }

  /// How much of the work is done.
  @_expose(wasm, "share")
  @c(woodshed_listener_share)
  public func share() -> Double {
    unsafe ear?.share ?? 1
  }

  // MARK: Playing

  /// Plays file 0 as a request of so many numbers says; answers 0 where it cannot.
  @_expose(wasm, "replayBegin")
  @c(woodshed_listener_replay_begin)
  public func replayBegin(_ count: Int32) -> Int32 {
    unsafe ear?.beginReplay(Int(count)) == true ? 1 : 0
  }

  /// Plays on as another request says.
  @_expose(wasm, "replayOtherwise")
  @c(woodshed_listener_replay_otherwise)
  public func replayOtherwise(_ count: Int32) -> Int32 {
    unsafe ear?.replayOtherwise(Int(count)) == true ? 1 : 0
  }

  /// Renders so many samples to ``room(_:)``; answers how many numbers say where in the take that is.
  @_expose(wasm, "replay")
  @c(woodshed_listener_replay)
  public func replay(_ count: Int32) -> Int32 {
    unsafe Int32(ear?.replay(Int(count)) ?? -2)
  }

  // MARK: Listening

  /// Listens to so many samples; answers how many numbers tell of what was heard.
  @_expose(wasm, "hear")
  @c(woodshed_listener_hear)
  public func hear(_ count: Int32) -> Int32 {
    unsafe Int32(ear?.hear(Int(count)) ?? 0)
  }
#endif
