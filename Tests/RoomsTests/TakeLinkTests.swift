import Markup
import Program
import Testing

@testable import Domain
@testable import JournalRoom
@testable import Ledger
@testable import RoomKit
@testable import Sound

/// A take is shared by a link from its page, and the link is ended there.
@Suite struct TakeLinkTests {
  private let server = FileServer()
  private let desk: CarrierDesk
  private let id: RowID

  init() {
    desk = CarrierDesk(server)
    id = desk.add(1, [1, 2, 3])
    desk.start()
  }

  private var html: String { HTML.text(of: TakePage.view(desk.takes)) }

  private func openSent() {
    desk.run()
    desk.open(id)
    desk.run()
  }

  private func share() {
    desk.send(.page(.link(.shareTapped)))
    desk.run()
  }

  private let address = "https://shed.example/t/0123456789abcdefghj1"

  @Test func isSharedSentAndEnded() {
    openSent()
    #expect(html.contains("without an account"))
    #expect(!html.contains("Stop sharing") && !html.contains("The link works once"))
    share()
    #expect(server.links[id.bits.hex] == "0123456789abcdefghj1")
    #expect(html.contains(">\(address)<") && html.contains("Stop sharing"))
    #expect(html.contains("Shared since 13 Nov 2025, 03:13"))
    #expect(!html.contains("take-link-share"))

    // Where nothing can be shared, the address is copied.
    desk.send(.page(.link(.sendTapped(address))))
    desk.run()
    #expect(desk.handed == [address] && desk.copied == [address])
    #expect(desk.toasts.last == "Link copied.")

    desk.send(.page(.link(.endTapped(true))))
    #expect(html.contains("The link will stop working for good."))
    desk.send(.page(.link(.endTapped(false))))
    #expect(!html.contains("for good") && html.contains("Stop sharing"))
    desk.send(.page(.link(.endTapped(true))))
    desk.send(.page(.link(.ended)))
    desk.run()
    #expect(server.links.isEmpty && desk.toasts.last == "No longer shared.")
    #expect(!html.contains(address) && html.contains("take-link-share"))
    // Shared again, it has another address.
    share()
    #expect(html.contains("https://shed.example/t/0123456789abcdefghj2"))
  }

  @Test func anotherDeviceShowsTheLink() {
    openSent()
    share()
    let other = CarrierDesk(server, with: desk.data)
    other.open(id)
    other.run()
    let page = HTML.text(of: TakePage.view(other.takes))
    #expect(page.contains(address) && page.contains("Stop sharing"))
  }

  @Test func beforeItIsSentThePageSaysSo() {
    desk.open(id)
    desk.server.line = { [server] in
      server.requests.last?.path.hasSuffix("links") == true ? .through : .cutBefore
    }
    desk.run(steps: 60)
    #expect(desk.take(id)?.state == .kept)
    #expect(html.contains("The link works once the take is on the server."))
    #expect(html.contains("take-link-share"))
    desk.server.line = { .through }
    desk.run()
    #expect(desk.take(id)?.state == .sent && !html.contains("The link works once"))
  }

  @Test func offlineItShowsTheLinkAndCannotEndIt() {
    openSent()
    share()
    desk.isLinked = false
    desk.send(.list(.more))
    #expect(html.contains(address) && html.contains("Go online to stop sharing."))
    #expect(!html.contains("take-link-end"))
    desk.isLinked = true
    desk.send(.list(.more))
    desk.run()
    #expect(html.contains("take-link-end"))

    // Opened without a connection, it asks as soon as there is one.
    desk.isLinked = false
    desk.open(id)
    desk.run()
    #expect(html.contains("To share by a link, <a href=\"/account\">sign in</a>."))
    desk.isOnline = false
    #expect(html.contains("Sharing by a link needs the internet."))
    desk.isLinked = true
    desk.send(.list(.more))
    desk.run()
    #expect(html.contains(address))
  }

  @Test func refusalsAndLostAnswersAreSaid() {
    openSent()
    server.refusal = (409, "You can share at most 100 takes by a link.")
    share()
    #expect(html.contains("You can share at most 100 takes by a link."))
    #expect(html.contains("take-link-share"))
    server.refusal = nil
    server.line = { .cutAfter }
    share()
    #expect(html.contains("The server can’t be reached. Try again."))
    server.line = { .through }
    // What was shared although its answer was lost is found when it is shared again.
    share()
    #expect(html.contains(address) && !html.contains("can’t be reached"))

    server.line = { .cutBefore }
    desk.open(id)
    desk.run()
    #expect(html.contains("Try again") && !html.contains("take-link-share"))
    server.line = { .through }
    desk.send(.page(.link(.askedAgain)))
    desk.run()
    #expect(html.contains(address) && !html.contains("Try again"))

    // It asks again once the server is back.
    server.line = { .cutBefore }
    desk.isOutOfReach = true
    desk.open(id)
    desk.run()
    desk.send(.list(.more))
    #expect(html.contains("Try again"))
    server.line = { .through }
    desk.isOutOfReach = false
    desk.send(.list(.more))
    desk.run()
    #expect(html.contains(address) && !html.contains("Try again"))
  }
}
