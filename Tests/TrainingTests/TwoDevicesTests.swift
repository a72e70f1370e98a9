import Testing

@testable import Domain
@testable import Ledger

/// Two devices without a network, each with tries in the same session: together they have all of them.
@Suite struct TwoDevicesTests {
  /// What a device wrote, as its cells.
  private func cells(_ edits: [Edit], from moment: Int64, on device: DeviceID) -> [RowCell] {
    edits.enumerated().map { place, edit in
      let stamp = Stamp(HybridTime(milliseconds: moment + Int64(place)), device)
      return RowCell(
        row: edit.row, kind: edit.kind,
        cell: Cell(field: edit.field, stamp: stamp, value: edit.value))
    }
  }

  @Test func twoHundredTriesEachAreFourHundredInEitherOrder() throws {
    let (phone, tablet) = (DeviceID(1), DeviceID(2))
    let gym = SampleCatalogue.gym.contents(on: 20_000, zoneMinutes: 0, after: [])
    let began: Int64 = 20_000 * 86_400_000
    var session = PractisedSession(RowID(Bits128(high: 7, low: 1)), day: 20_000, began: began)
    (session.training, session.catalogue) = (.climbs, SampleCatalogue.gym.id)
    let shared = cells(gym.edits + session.edits(from: nil), from: began, on: phone)

    func tries(on device: DeviceID) -> [RowCell] {
      var random = RandomBits(seed: device.bits, 3)
      var edits: [Edit] = []
      for number in 0..<200 {
        let at = began + Int64(number + 1) * 60_000
        var attempt = Try(
          RowID(milliseconds: at, random: &random), of: gym.items[random.below(gym.items.count)],
          in: session.id, at: at, random.below(2) == 0 ? .attempt : .send)
        attempt.scale = "v"
        edits += attempt.edits(from: nil)
        // Each changes a try again, as a further tap does.
        let old = attempt
        attempt.count += 1
        edits += attempt.edits(from: old)
      }
      return cells(edits, from: began + 100_000, on: device)
    }
    let (first, second) = (tries(on: phone), tries(on: tablet))
    let one = Table(shared + first + second).rows.sorted { $0.id < $1.id }
    let other = Table(second + shared + first + second).rows.sorted { $0.id < $1.id }
    #expect(one == other, "which came first makes no difference")
    let all = one.filter { $0.kind == .attempt && $0.life == .alive }.map { Try($0) }
    #expect(all.count == 400 && all.allSatisfy { $0.count == 2 && $0.session == session.id })
    #expect(Set(all.map { $0.id }).count == 400)
    let summary = Summary(all, session, now: began + 4 * 3_600_000)
    #expect(summary.tries == 800)
  }
}
