import Domain
import Foundation
import Ledger
import Program
import Rooms
import Testing

@testable import ReedsRoom

/// The page on which a player takes part in a study.
@Suite struct StudyTests {
  private let desk: Desk

  init() {
    let files = Desk("/reeds/files")
    func send(_ message: Reeds.FileMessage) { files.send(.room(.reeds(.file(message)))) }
    send(
      .pasted(
        "Name\tTie length\tShaper\tRemark\nSecret one\t72.5\tHörtnagl 2\tfor Anna\nSecret two\t71\tHörtnagl 2\tx\n"
      ))
    send(.pasteTaken)
    send(.takenIn)
    desk = Desk("/reeds/study", drawer: files.drawer)
  }

  private func send(_ messages: Reeds.StudyMessage...) {
    for message in messages { desk.send(.room(.reeds(.study(message)))) }
  }

  private var downloads: [(name: String, text: String)] {
    desk.orders.compactMap {
      guard case .download(let name, _, let bytes) = $0 else { return nil }
      return (name, String(decoding: bytes, as: UTF8.self))
    }
  }

  private var consents: [StudyConsent] { StudyConsent.all(in: desk.data) }

  private func look(_ items: StudyItem...) {
    send(.typed("oboe-26"), .begun)
    for item in items { send(.ticked(item, true)) }
    send(.aged(.adult), .wanted)
  }

  @Test func aCodeIsNeeded() {
    #expect(desk.html.contains("Take part in a study"))
    send(.typed("Anna's study"), .begun)
    #expect(desk.html.contains("Enter the code as your coordinator gave it"))
    send(.typed(" oboe-26 "), .begun)
    #expect(desk.html.contains("Share with OBOE-26"))
    #expect(desk.html.contains("A random code takes the place of your name."))
  }

  @Test func nothingIsTickedAndSomebodyMustAgree() throws {
    send(.typed("oboe-26"), .begun)
    let consent = try #require(desk.state.reeds.study.consent)
    #expect(consent.items.isEmpty && consent.key.count == 64)
    send(.wanted)
    #expect(desk.state.reeds.study.draft == nil)
    send(.aged(.minor), .wanted)
    let draft = try #require(desk.state.reeds.study.draft)
    #expect(String(decoding: draft.file, as: UTF8.self).contains(#""items":[],"guardian":true"#))
  }

  @Test func theFileIsShownAndDownloadedAsShown() throws {
    look(.measurements)
    let draft = try #require(desk.state.reeds.study.draft)
    #expect(draft.reedCount == 2)
    #expect(desk.html.contains("Your file") && desk.html.contains("How it begins"))
    #expect(desk.html.contains("This file is personal data, although your name is not in it."))
    #expect(!desk.html.contains("Tool names in the file"))
    send(.wholeShown)
    #expect(desk.html.contains("All of it") && desk.html.contains("tie_length"))
    #expect(downloads.isEmpty && consents.isEmpty)
    send(.agreed)
    let file = try #require(downloads.first)
    #expect(file.text == String(decoding: draft.file, as: UTF8.self))
    #expect(file.name == "woodshed-study-OBOE-26-\(draft.participant).json")
    for word in ["Secret", "Anna", "Hörtnagl"] { #expect(!file.text.contains(word)) }
    let consent = try #require(consents.first)
    #expect(consent.code == "OBOE-26" && consent.items == [.measurements])
    #expect(consent.firstDay == draft.firstDay && consent.withdrawn == 0)
    #expect(desk.data[consent.id]?.value(.privacy) == .bool(true))
    #expect(desk.html.contains("Your studies") && desk.html.contains("text version 1"))
    #expect(!desk.html.contains("Share with OBOE-26"))
  }

  @Test func aTickAfterwardsAsksForTheFileAnew() {
    look(.measurements)
    send(.ticked(.ratings, true))
    #expect(desk.state.reeds.study.draft == nil)
    send(.agreed)
    #expect(downloads.isEmpty && consents.isEmpty)
  }

  @Test func namesOfToolsAreLetThroughOneByOne() throws {
    look(.measurements, .models)
    let model = try #require(desk.state.reeds.study.draft?.models.first)
    #expect(model.name == "Hörtnagl 2" && desk.html.contains("Tool names in the file"))
    send(.modelTicked(model.id, false))
    let draft = try #require(desk.state.reeds.study.draft)
    #expect(draft.models.map(\.isHidden) == [true])
    #expect(!String(decoding: draft.file, as: UTF8.self).contains("Hörtnagl"))
  }

  @Test func aSecondFileHasTheSameNamesAndAWithdrawalTheSameCode() throws {
    look(.measurements)
    send(.agreed)
    let consent = try #require(consents.first)
    send(.again(consent.id))
    #expect(desk.state.reeds.study.consent == consent)
    send(.aged(.adult), .wanted, .agreed)
    #expect(downloads.count == 2 && downloads[0].text == downloads[1].text)
    #expect(consents.count == 1)
    // The code typed again is the same study.
    send(.typed("OBOE-26"), .begun)
    #expect(desk.state.reeds.study.consent?.id == consent.id)
    send(.left, .withdrawn(consent.id))
    let file = try #require(downloads.last)
    #expect(file.name == "woodshed-study-OBOE-26-withdrawal.json")
    #expect(file.text.contains(#""action":"delete""#))
    let part = try StudyFile.read(Array(file.text.utf8))
    #expect(downloads[0].text.contains(part.participant))
    #expect(consents.first?.withdrawn != 0)
    #expect(desk.html.contains("Withdrawn on") && desk.html.contains("Withdrawal file"))
    // Again the file, but no other day; and the code begins anew.
    let day = consents.first?.withdrawn
    send(.withdrawn(consent.id))
    #expect(downloads.count == 4 && consents.first?.withdrawn == day)
    send(.typed("OBOE-26"), .begun)
    #expect(desk.state.reeds.study.consent?.key != consent.key)
  }

  /// On a slow device somebody may have ticked something before the shed has opened.
  @Test func whatWasBegunBeforeTheShedOpenedStays() throws {
    desk.drawer.isShut = true
    let early = Desk("/reeds/study", drawer: desk.drawer)
    func send(_ messages: Reeds.StudyMessage...) {
      for message in messages { early.send(.room(.reeds(.study(message)))) }
    }
    send(.typed("oboe-26"), .begun, .ticked(.measurements, true), .aged(.adult))
    let key = try #require(early.state.reeds.study.consent?.key)
    send(.wanted)
    #expect(early.state.reeds.study.isBusy == false)
    early.openDrawer()
    #expect(early.state.reeds.study.consent?.key == key)
    #expect(early.html.contains("Share with OBOE-26"))
    send(.wanted)
    #expect(early.state.reeds.study.draft?.reedCount == 2)
    send(.agreed)
    #expect(StudyConsent.all(in: early.data).map(\.key) == [key])
  }

  /// A study is known only once the shed has opened; its code must not give a second pseudonym.
  @Test func aStudyBegunAgainBeforeTheShedOpenedKeepsItsPseudonym() throws {
    look(.measurements)
    send(.agreed)
    let known = try #require(consents.first)
    desk.drawer.isShut = true
    let early = Desk("/reeds/study", drawer: desk.drawer)
    for message: Reeds.StudyMessage in [.typed("oboe-26"), .begun, .ticked(.hours, true)] {
      early.send(.room(.reeds(.study(message))))
    }
    early.openDrawer()
    let consent = try #require(early.state.reeds.study.consent)
    #expect(consent.id == known.id && consent.key == known.key)
    #expect(consent[.measurements] && consent[.hours])
  }

  @Test func withoutItsClerkItSaysSo() {
    desk.hasClerk = false
    look(.measurements)
    #expect(desk.html.contains("part of the app isn’t on this device yet"))
    #expect(desk.state.reeds.study.isBusy == false)
  }

  @Test func filesLeadToIt() {
    #expect(Desk("/reeds/files").html.contains(#"href="/reeds/study""#))
  }
}
