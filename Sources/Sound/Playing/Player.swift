/// Everything that sounds at once: the clicks of a metronome or a score, and a drone.
///
/// It takes commands, renders block by block, and reports what sounded. Rendering allocates nothing.
///
///     player.take(command)
///     player.render()
///     for sample in player.block { … }
public struct Player: Sendable {
  public let sampleRate: Int
  /// The last rendered block.
  public private(set) var block: [Float]
  /// What sounded or happened since ``clearTold()``.
  public private(set) var told: [Cue] = []

  private var transport = Transport()
  private var clicks: ClickRenderer
  private var drone: Drone
  private var gate: DroneGate
  private var limiter: Limiter
  private var levels = Levels()
  /// The present levels, on their way to the requested ones.
  private var heardLevels = Levels()
  private let levelStep: Double
  /// How many things it was asked to play on the transport.
  private var run = 0
  /// The first sample of the next block.
  private var place: Int64 = 0

  /// How loud things are, from 0 to 1.
  public struct Levels: Hashable, Sendable {
    public var clicks: Double
    public var drone: Double

    public init(clicks: Double = 1, drone: Double = 1) {
      self.clicks = min(max(clicks, 0), 1)
      self.drone = min(max(drone, 0), 1)
    }
  }

  /// The rates at which anything can be played.
  public static let sampleRates = 8_000...384_000
  /// The delay between the command and the first click, in seconds.
  private static let lead = 0.02
  /// The limit is reached only if nobody reads for a long time.
  private static let toldLimit = 256

  /// - Parameter sampleRate: one of ``sampleRates``.
  public init(sampleRate: Int, blockLength: Int = 128) {
    precondition(Self.sampleRates.contains(sampleRate), "nothing is played at this rate")
    self.sampleRate = sampleRate
    block = [Float](repeating: 0, count: max(blockLength, 1))
    told.reserveCapacity(Self.toldLimit)
    clicks = ClickRenderer(sampleRate: sampleRate)
    drone = Drone(sampleRate: sampleRate)
    drone.makeReady()
    gate = DroneGate(sampleRate: sampleRate)
    limiter = Limiter(sampleRate: sampleRate)
    levelStep = 1 - Functions.exp2(-1 / (0.005 * Double(sampleRate)))
  }

  // MARK: - Commands

  /// Carries out a command, from the next block on.
  public mutating func take(_ command: PlayerCommand) {
    let start = place + Int64(Self.lead * Double(sampleRate))
    switch command {
    case .play(let metronome, let sound):
      play(.metronome(Pulses(metronome, sampleRate: sampleRate), sound), at: start)
    case .change(let metronome):
      transport.change(to: Pulses(metronome, sampleRate: sampleRate))
    case .changeSound(let sound): transport.change(to: sound)
    case .playScore(let cues, let scale, let isLooping, let plan):
      let run = ScoreRun(
        cues, scale: scale, isLooping: isLooping, plan: plan, sampleRate: sampleRate)
      play(.score(run), at: start)
    case .changeScore(let cues, let scale, let isLooping, let plan):
      let run = ScoreRun(
        cues, scale: scale, isLooping: isLooping, plan: plan, sampleRate: sampleRate)
      transport.change(to: run, at: place)
    case .changeScale(let scale): transport.change(to: scale, at: place)
    case .pause: transport.pause(at: place)
    case .goOn: transport.goOn(at: place)
    case .stop: transport.stop()
    case .seek(let line, let bar): _ = transport.seek(line: line, bar: bar, at: start)
    case .seekBracket(let number, let part):
      _ = transport.seek(bracket: number, part: part, at: start)
    case .repeatBars(let bars): transport.repeatBars(bars)
    case .nudge(let milliseconds):
      transport.delay(by: milliseconds * Double(sampleRate) / 1_000)
    case .drone(let tones, let timbre, let chorus, let fades, let inGaps):
      // A drone that starts inside the closed gate is not heard at all.
      gate.isUsed(inGaps, transport, isSilent: drone.isSilent)
      drone.prepare(timbre)
      drone.fade(fades)
      drone.play(tones, chorus: chorus)
    case .retuneDrone(let ratio): drone.retune(by: ratio)
    case .stopDrone: drone.stop()
    case .levels(let levels): self.levels = levels
    }
  }

  /// The run number distinguishes new cues from those still on their way.
  private mutating func play(_ program: Transport.Program, at start: Int64) {
    run += 1
    transport.play(program, at: start)
  }

  // MARK: - Rendering

  /// Renders the next block.
  public mutating func render() {
    let end = place + Int64(block.count)
    for index in 0..<block.count { block[index] = 0 }
    gate.plan(transport, from: place, to: end)
    while var cue = transport.next(before: end) {
      cue.run = run
      if told.count < Self.toldLimit { told.append(cue) }
      if var strike = cue.strike {
        // A strike that a nudge moved into the past is played at once.
        strike.sample = max(strike.sample, place)
        clicks.add(
          strike,
          next: transport.nextHeard(after: strike.sample, before: strike.sample + clicks.reach))
      }
    }
    clicks.render(to: &block, from: place)
    for index in 0..<block.count {
      // Levels change within some milliseconds, without a step.
      heardLevels.clicks += (levels.clicks - heardLevels.clicks) * levelStep
      heardLevels.drone += (levels.drone - heardLevels.drone) * levelStep
      let droneLevel = heardLevels.drone * gate.next(at: place + Int64(index))
      let sum = block[index] * Float(heardLevels.clicks) + drone.next() * Float(droneLevel)
      block[index] = limiter.pass(sum)
    }
    place = end
  }

  /// Forgets what was reported.
  public mutating func clearTold() { told.removeAll(keepingCapacity: true) }
}
