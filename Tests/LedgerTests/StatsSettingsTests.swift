import Testing

@testable import Domain
@testable import Ledger

@Suite struct StatsSettingsTests {
  @Test func everyQualityCountsOnceAtFirst() {
    let settings = StatsSettings(nil)
    #expect(settings.weights == [1, 1, 1, 1, 1, 1, 1, 1])
    #expect(settings.leastInUse == 3 && !settings.suggests && settings.dismissed.isEmpty)
    #expect(settings.changes.isEmpty)
    #expect(
      StatsSettings.qualities.map(\.name) == [
        "q_response", "q_ring", "q_depth", "q_stability", "q_flexibility", "q_resistance",
        "q_loudness", "q_pitch",
      ])
  }

  @Test func whatWasDismissedIsKnownByItsWholeKey() {
    var settings = StatsSettings()
    settings.dismiss("pitch:1")
    settings.dismiss("pitch:1")
    settings.dismiss("gouge")
    #expect(settings.dismissed == "pitch:1\ngouge")
    #expect(settings.hasDismissed("pitch:1") && settings.hasDismissed("gouge"))
    #expect(!settings.hasDismissed("pitch") && !settings.hasDismissed(""))
    settings.dismiss("two\nlines")
    #expect(!settings.hasDismissed("two"))
  }

  @Test func theOldestAreForgottenWhenThereIsNoMoreRoom() {
    var settings = StatsSettings()
    let long = String(repeating: "k", count: 900)
    for number in 0..<40 { settings.dismiss("\(number)\(long)") }
    #expect(settings.dismissed.utf8.count <= 20_000)
    #expect(settings.hasDismissed("39\(long)") && !settings.hasDismissed("0\(long)"))
    settings.dismiss(String(repeating: "x", count: 30_000))
    #expect(settings.dismissed.utf8.count <= 20_000)
  }
}
