import Domain
public import Ledger
import Markup
public import Program
import RoomKit

// Publishing one's own catalogue: a link and a QR code for those who train on it.
extension Sessions {
  struct Publishing: Sendable {
    /// The catalogue whose page the server was asked for.
    var asked: RowID?
    /// What the server has published; `nil` until it answers.
    var list: [Publication]?
    var isBusy = false
    var isEnding = false
    var problem: String?
    /// The code of a publication, by its id.
    var code: (id: String, code: AddressCode)?
  }

  struct Publication: Sendable {
    let catalogue: RowID
    let id: String
    let reads: Int64
  }

  public enum PublishingMessage: Sendable {
    case came(FetchAnswer)
    case published(RowID)
    case endTapped(Bool)
    case ended(RowID)
    case codeMade(String, [UInt8]?)
    case shareTapped(String)
  }

  static func update(
    _ state: inout State, _ message: PublishingMessage
  ) -> [Effect<Message>] {
    switch message {
    case .came(let answer): return take(answer, &state)
    case .published(let catalogue): return post(catalogue, to: "", &state)
    case .endTapped(let isEnding): state.publishing.isEnding = isEnding
    case .ended(let catalogue): return post(catalogue, to: "/end", &state)
    case .codeMade(let id, let bytes):
      if let code = bytes.flatMap({ AddressCode($0) }) { state.publishing.code = (id, code) }
    case .shareTapped(let address):
      return [
        .share(title: state.catalogue?.name ?? "", text: "", url: address) { outcome in
          outcome == .unavailable ? .copyWanted(address) : .shared
        }
      ]
    }
    return []
  }

  private static func path(_ state: State) -> String? {
    state.account.map {
      "/v1/s/\($0.bits.hex)/\(SpaceID.own(of: $0).bits.hex)/catalogues"
    }
  }

  /// Asks the server what is published.
  static func askPublished(_ catalogue: RowID, _ state: inout State) -> [Effect<Message>] {
    guard let path = path(state), !state.publishing.isBusy else { return [] }
    state.publishing.asked = catalogue
    return [.fetch(FetchRequest(path: path)) { .publishing(.came($0)) }]
  }

  private static func post(
    _ catalogue: RowID, to end: String, _ state: inout State
  ) -> [Effect<Message>] {
    guard let path = path(state), !state.publishing.isBusy else { return [] }
    (state.publishing.isBusy, state.publishing.problem) = (true, nil)
    let body = JSON.object([.init("catalogue", .string(catalogue.bits.hex))]).bytes
    return [
      .fetch(
        FetchRequest("POST", path: path + end, contentType: "application/json", body: body)
      ) { .publishing(.came($0)) }
    ]
  }

  private static func take(_ answer: FetchAnswer, _ state: inout State) -> [Effect<Message>] {
    let wasAsked = state.publishing.isBusy
    (state.publishing.isBusy, state.publishing.isEnding) = (false, false)
    guard answer.isSuccess, let list = answer.json?["catalogues"]?.array else {
      guard wasAsked else { return [] }
      state.publishing.problem =
        answer.json?["error"]?["message"]?.string
        ?? "The server can’t be reached. Nothing was changed; try again."
      return []
    }
    var known: [Publication] = []
    for one in list {
      guard let id = one["id"]?.string, let row = one["catalogue"]?.string,
        let bits = Bits128(hex: row)
      else { continue }
      known.append(
        Publication(catalogue: RowID(bits), id: id, reads: one["reads"]?.int ?? 0))
    }
    state.publishing.list = known
    guard let catalogue = state.catalogue,
      let publication = known.first(where: { $0.catalogue == catalogue.id }),
      state.publishing.code?.id.hasSameBytes(as: publication.id) != true
    else { return [] }
    let id = publication.id
    return [
      .clerk(AddressCode.request(Place.published(id).path)) { .publishing(.codeMade(id, $0)) }
    ]
  }

  // MARK: - View

  static func publishing(_ catalogue: Catalogue, _ state: State) -> Node<Message> {
    let publishing = state.publishing
    return card("Publish", id: "publish") {
      if state.account == nil {
        p {
          "Let others train on this catalogue: all they need is a link, no account. Sign in to publish it."
        }
        p { a(.className("button"), .href(Address.account)) { "Sign in" } }
      } else if let publication = publishing.list?.first(where: { $0.catalogue == catalogue.id }) {
        published(publication, catalogue, publishing)
      } else if publishing.list == nil {
        p(.className("quiet")) { "Go online to publish it, or to see its link." }
      } else {
        p {
          "Let others train on this catalogue: all they need is a link, no account. They get your changes, but not your private notes."
        }
        p {
          action(
            "Publish", icon: .share, isBusy: publishing.isBusy, id: "publish-do",
            .publishing(.published(catalogue.id)))
        }
      }
      if let problem = publishing.problem {
        p(.className("note"), .role("alert")) {
          Icon.warning.view()
          problem
        }
      }
    }
  }

  private static func published(
    _ publication: Publication, _ catalogue: Catalogue, _ publishing: Publishing
  ) -> [Node<Message>] {
    var nodes: [Node<Message>] = []
    if let made = publishing.code, made.id.hasSameBytes(as: publication.id) {
      let code = made.code
      nodes.append(
        div(.className("row wrap publication")) {
          SVG.svg(
            .className("address-code"), .viewBox("0 0 \(code.side) \(code.side)"),
            .role("img"), .label("QR code with the address")
          ) {
            SVG.path(.className("code-paper"), .pathData("M0 0h\(code.side)v\(code.side)H0z"))
            SVG.path(.className("code-ink"), .pathData(code.path))
          }
          div(.className("stack")) {
            p(.className("publication-address")) { code.address }
            div(.className("row wrap")) {
              action(
                "Share the link", icon: .share, .publishing(.shareTapped(code.address)))
              action("Copy", icon: .copy, .copyWanted(code.address))
            }
          }
        })
    }
    nodes.append(
      p(.className("quiet small figure")) {
        "Loaded \(DayWords.count(Int(clamping: publication.reads), "time", "times")). Everyone sees your changes once they’re synced."
      })
    if publishing.isEnding {
      nodes.append(
        p {
          "This link will stop working for good. Subscribers keep their copy but get no more changes."
        })
      nodes.append(
        div(.className("row wrap")) {
          action(
            "Stop", style: .primary, isBusy: publishing.isBusy,
            .publishing(.ended(catalogue.id)))
          action("Cancel", .publishing(.endTapped(false)))
        })
    } else {
      nodes.append(
        p { action("Stop publishing", style: .quiet, .publishing(.endTapped(true))) })
    }
    return nodes
  }
}
