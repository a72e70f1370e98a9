import HTTP
import Ledger
import Server
import Storage

/// What tests ask of the front door.
extension SyncDesk {
  static let password = "old oak shed door"

  /// Sends texts as a JSON object; `nil` is sent as null.
  func post(
    _ texts: [String: String?], to call: String, as asker: Asker = .owner,
    peer: IPAddress = .loopback
  ) throws -> Response {
    let members = texts.map { name, text in
      JSON.Member(name, text.map { .string($0) } ?? .null)
    }
    return ask(
      .post, "/v1/\(call)", ["Content-Type": "application/json"], body: JSON.object(members).bytes,
      peer: peer, as: asker)
  }

  /// Makes an account, and gives the cookie of the browser that is signed in to it.
  func signUp(_ name: String, _ more: [String: String?] = [:]) throws -> String {
    let answer = try post(
      ["name": name, "password": Self.password, "device": "a tablet"].merging(more) { $1 },
      to: "signin/new", as: .nobody)
    guard answer.status == .created else { throw Unexpected() }
    return try cookie(in: answer)
  }

  func signIn(
    _ name: String, _ password: String = SyncDesk.password, as asker: Asker = .nobody,
    peer: IPAddress = .loopback
  ) throws -> Response {
    try post(
      ["name": name, "password": password, "device": "a phone"], to: "signin", as: asker, peer: peer
    )
  }

  func profile(as asker: Asker = .owner) throws -> JSON {
    try json(in: ask(.get, "/v1/account", as: asker))
  }

  func json(in response: Response) throws -> JSON {
    try JSON(parsing: response.body.bytes[...])
  }

  /// The error's word for programs.
  func code(of response: Response) -> String? {
    (try? json(in: response))?["error"]?["code"]?.string
  }

  /// The token that an answer hands to the browser.
  func cookie(in response: Response) throws -> String {
    guard let header = response.headers["Set-Cookie"],
      let pair = header.split(separator: ";").first,
      let mark = pair.firstIndex(of: "=")
    else { throw Unexpected() }
    return String(pair[pair.index(after: mark)...])
  }
}
