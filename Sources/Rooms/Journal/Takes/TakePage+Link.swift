import Domain
import Ledger
import Markup
public import Program
import RoomKit
import Sound

// A link with which anybody can hear a take, and which can be ended. The server alone knows the links.
extension TakePage {
  struct Link: Sendable {
    /// Whether the server was asked, and whether it answered.
    var isAsked = false
    var isKnown = false
    /// Whether the server was out of reach when last looked.
    var isOutOfReach = false
    var shared: (id: String, since: String)?
    /// The full address.
    var address: String?
    var isBusy = false
    /// Whether a tap more ends it.
    var isEnding = false
    var problem: String?
  }

  public enum LinkMessage: Sendable {
    case askedAgain
    case came(FetchAnswer)
    /// The answer to a tap.
    case posted(FetchAnswer)
    case addressMade(String, [UInt8]?)
    case shareTapped
    case sendTapped(String)
    case sent
    case copyWanted(String)
    case copied(Bool)
    case endTapped(Bool)
    case ended
  }

  private static let shareID = "take-link-share"
  private static let endID = "take-link-end"

  static func update(
    _ takes: inout Takes.State, _ message: LinkMessage, of take: Take, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    switch message {
    case .askedAgain:
      takes.page?.link = Link()
      return askLink(&takes, room) + [.focus("heading")]
    // One that was asked for before a tap says nothing of what the tap does.
    case .came where takes.page?.link.isBusy == true: break
    case .came(let answer): return heed(answer, isOfTap: false, of: take, &takes, room)
    case .posted(let answer): return heed(answer, isOfTap: true, of: take, &takes, room)
    case .addressMade(let id, let bytes):
      if takes.page?.link.shared?.id.hasSameBytes(as: id) == true {
        takes.page?.link.address = bytes.flatMap { AddressCode($0) }?.address
      }
    case .shareTapped: return post(take, to: "", &takes, room)
    case .sendTapped(let address):
      return [
        .share(title: take.name, text: "", url: address) {
          .page(.link($0 == .unavailable ? .copyWanted(address) : .sent))
        }
      ]
    case .sent: break
    case .copyWanted(let address): return [.copy(address) { .page(.link(.copied($0))) }]
    case .copied(let isDone):
      return [
        .toast(isDone ? "Link copied." : "The browser didn’t allow it. Copy the link by hand.")
      ]
    case .endTapped(let isEnding):
      takes.page?.link.isEnding = isEnding
      return [.focus(endID)]
    case .ended: return post(take, to: "/end", &takes, room)
    }
    return []
  }

  /// Asks the server once whether the take of the open page is shared, and again after it was out of reach.
  static func askLink(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let link = takes.page?.link else { return [] }
    takes.page?.link.isOutOfReach = room.isOutOfReach
    let isBack = link.problem != nil && link.isOutOfReach && !room.isOutOfReach
    guard isBack || link.isAsked != (room.link != nil) else { return [] }
    takes.page?.link.isAsked = room.link != nil
    guard let path = path(room) else { return [] }
    return [.fetch(FetchRequest(path: path)) { .page(.link(.came($0))) }]
  }

  private static func path(_ room: RoomContext) -> String? {
    room.link.map {
      "/v1/s/\($0.account.bits.hex)/\(SpaceID.own(of: $0.account).bits.hex)/links"
    }
  }

  private static func post(
    _ take: Take, to end: String, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let path = path(room), takes.page?.link.isBusy == false else { return [] }
    takes.page?.link.isBusy = true
    takes.page?.link.problem = nil
    let body = JSON.object([.init("take", .string(take.id.bits.hex))]).bytes
    return [
      .fetch(
        FetchRequest("POST", path: path + end, contentType: "application/json", body: body)
      ) { .page(.link(.posted($0))) }
    ]
  }

  /// Every answer lists all links, so that one to an earlier page is right for this one, too.
  private static func heed(
    _ answer: FetchAnswer, isOfTap: Bool, of take: Take, _ takes: inout Takes.State,
    _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard var link = takes.page?.link else { return [] }
    if isOfTap { (link.isBusy, link.isEnding) = (false, false) }
    guard answer.isSuccess, let list = answer.json?["links"]?.array else {
      link.problem =
        answer.json?["error"]?["message"]?.string
        ?? "The server can’t be reached. Try again."
      takes.page?.link = link
      return []
    }
    let before = link.shared
    (link.isKnown, link.problem, link.shared) = (true, nil, nil)
    for one in list {
      if let row = one["take"]?.string, row.hasSameBytes(as: take.id.bits.hex),
        let id = one["id"]?.string
      {
        let since = MomentText.text(one["since"]?.int ?? 0, zoneMinutes: room.zoneMinutes)
        link.shared = (id, since)
      }
    }
    var effects: [Effect<Takes.Message>] = []
    if let shared = link.shared {
      if before?.id.hasSameBytes(as: shared.id) != true || link.address == nil {
        link.address = nil
        effects = [
          .clerk(AddressCode.request("/t/\(shared.id)")) {
            .page(.link(.addressMade(shared.id, $0)))
          }
        ]
      }
    } else {
      link.address = nil
      if before != nil, isOfTap { effects = [.toast("No longer shared.")] }
    }
    takes.page?.link = link
    return effects + (isOfTap ? [.focus(link.shared == nil ? shareID : endID)] : [])
  }

  // MARK: - View

  @NodeBuilder<Takes.Message>
  static func linkCard(
    _ page: State, _ take: Take, _ takes: Takes.State
  ) -> [Node<Takes.Message>] {
    if take.sound != nil, !takes.shelf.space.hasSameBytes(as: DeviceSpace.sample.name) {
      let link = page.link
      let isReachable = takes.carrier.link != nil
      card("Share by link", id: "take-link") {
        if let shared = link.shared {
          p { "Anyone with this link can hear and download the take." }
          p(.className("quiet small")) { "Shared since \(shared.since)" }
          if let address = link.address {
            p(.className("take-address")) { address }
            div(.className("row wrap")) {
              action("Share the link", icon: .share, .page(.link(.sendTapped(address))))
              action("Copy", icon: .copy, .page(.link(.copyWanted(address))))
            }
          }
        } else if !isReachable {
          unreachable(isOnline: takes.isOnline)
        } else if link.isKnown {
          p { "Anyone with the link can hear and download the take, without an account." }
        } else if link.problem == nil {
          p(.className("quiet")) { "Checking whether this take is shared …" }
        }
        if take.state != .sent, link.shared != nil || link.isKnown && isReachable {
          p { "The link works once the take is on the server." }
        }
        if link.shared != nil {
          ending(link, isReachable)
        } else if link.isKnown, isReachable {
          p {
            action(
              "Share by link", icon: .share, isBusy: link.isBusy, id: shareID,
              .page(.link(.shareTapped)))
          }
        }
        if let problem = link.problem {
          p(.className("problem"), .role("alert")) { problem }
          if !link.isKnown, isReachable {
            p { action("Try again", icon: .reload, .page(.link(.askedAgain))) }
          }
        }
      }
    }
  }

  private static func unreachable(isOnline: Bool) -> Node<Takes.Message> {
    p(.className("quiet")) {
      if isOnline {
        "To share by a link, "
        a(.href(Address.account)) { "sign in" }
        "."
      } else {
        "Sharing by a link needs the internet."
      }
    }
  }

  @NodeBuilder<Takes.Message>
  private static func ending(_ link: Link, _ isReachable: Bool) -> [Node<Takes.Message>] {
    if !isReachable {
      p(.className("quiet")) { "Go online to stop sharing." }
    } else if link.isEnding {
      p { "The link will stop working for good." }
      div(.className("row wrap")) {
        action("Stop sharing", style: .danger, isBusy: link.isBusy, id: endID, .page(.link(.ended)))
        action("Cancel", .page(.link(.endTapped(false))))
      }
    } else {
      p { action("Stop sharing", style: .quiet, id: endID, .page(.link(.endTapped(true)))) }
    }
  }
}
