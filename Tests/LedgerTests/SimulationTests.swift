import Ledger
import Simulation
import Testing

/// The simulation judges itself here: the same seed, the same end; a server that breaks a rule is caught.
@Suite struct SimulationTests {
  private func failures(of server: (Epoch) -> SimulatedServer) -> [String] {
    (0..<40).compactMap { number in
      let schedule = Schedule(seed: Schedule.seed(of: UInt64(number), in: 5))
      return World.run(schedule, server: server(schedule.firstEpoch)).violation
    }
  }

  @Test func theSameSeedEndsTheSame() {
    let schedule = Schedule(seed: 99)
    let one = World.run(schedule, server: .memory(epoch: schedule.firstEpoch), isTelling: true)
    let other = World.run(schedule, server: .memory(epoch: schedule.firstEpoch), isTelling: true)
    #expect(one.digest == other.digest)
    #expect(one.history == other.history)
    #expect(one.tally == other.tally)
  }

  @Test func aServerThatFollowsTheRulesPasses() {
    #expect(failures { .memory(epoch: $0) } == [])
  }

  @Test func aServerThatForgetsPushesIsCaught() {
    let found = failures { epoch in
      var server = SimulatedServer.memory(epoch: epoch)
      let push = server.push
      server.push = { sent, now in
        guard sent.changes.count == 3 else { return push(sent, now) }
        var less = sent
        less.changes.removeLast()
        var reply = push(less, now)
        reply.held.append(true)
        return reply
      }
      return server
    }
    #expect(!found.isEmpty)
  }

  @Test func aServerThatSkipsACellOfAPageIsCaught() {
    let found = failures { epoch in
      var server = SimulatedServer.memory(epoch: epoch)
      let pull = server.pull
      server.pull = { since, limit, now in
        var page = pull(since, limit, now)
        if page.hasMore { page.cells.removeLast() }
        return page
      }
      return server
    }
    #expect(!found.isEmpty)
  }

  @Test func damagedFramesAreRefused() {
    let found = Fuzz.tryFrames(5_000, seed: 3)
    #expect(found.failure == nil)
    #expect(found.read > 0)
  }
}
