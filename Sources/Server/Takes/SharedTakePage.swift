import Domain
import HTTP
import Ledger

/// The page of a take that is shared by a link: plain HTML without scripts, which no search engine lists.
enum SharedTakePage {
  /// The last part of the address of its sound.
  static let soundName = "sound"

  /// Keeps an answer out of search engines.
  static let unlisted: Headers = ["X-Robots-Tag": "noindex, nofollow"]

  /// The page of a take at `path`.
  ///
  /// - Parameter byteCount: the size of its file, if it is known.
  static func of(_ take: Take, at path: String, _ kind: BlobKind, byteCount: Int64?) -> Response {
    let name = take.name.isEmpty ? "Take" : take.name
    let sound = "\(path)/\(soundName)"
    var page = HTMLPage()
    head(of: name, &page)
    page.raw("<p class=\"quiet\">")
    var facts = [ClockText.tenths(seconds: take.seconds)]
    if DayText.text(of: take.day) != nil { facts.append(DayWords.whole(take.day)) }
    page.text(facts.joined(separator: " · "))
    page.raw("</p>\n<audio controls preload=\"metadata\" src=\"\(sound)\"></audio>\n")
    page.raw("<p><a href=\"\(sound)\" download=\"")
    page.text("\(fileName(name)).\(kind.ending)")
    page.raw("\">Download</a> <span class=\"quiet\">")
    page.text(kind.ending.uppercased() + (byteCount.map { ", \(size($0))" } ?? ""))
    page.raw("</span></p>\n</main></body></html>\n")
    return response(.ok, page)
  }

  /// The page at every other address: the same whether a link has ended or never existed.
  static let gone: Response = {
    var page = HTMLPage()
    head(of: "This link doesn’t work", &page)
    page.raw(
      "<p>It may have ended, or the address is mistyped. Ask whoever sent it for a new one.</p>\n"
        + "</main></body></html>\n")
    return response(.notFound, page)
  }()

  private static func head(of title: String, _ page: inout HTMLPage) {
    page.raw(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        + "<meta name=\"robots\" content=\"noindex,nofollow\">\n"
        + "<link rel=\"icon\" href=\"data:,\">\n<title>")
    page.text(title)
    page.raw(" · Woodshed</title>\n<style>\(style)</style></head>\n<body><main>\n<h1>")
    page.text(title)
    page.raw("</h1>\n")
  }

  private static func response(_ status: Status, _ page: HTMLPage) -> Response {
    var headers: Headers = [
      "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy,
      "Cache-Control": "no-store",
    ]
    headers.addMissing(from: unlisted)
    return Response(status, headers: headers, body: Body(page.bytes))
  }

  /// Allows this page's style and sounds from here, and nothing else.
  private static let policy = [
    "default-src 'none'",
    "style-src 'sha256-\(base64(SHA256.digest(of: Array(style.utf8)).bytes))'",
    "media-src 'self'", "img-src data:", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  private static let style =
    ":root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif;"
    + "color:light-dark(#231d15,#f2eadb);background:light-dark(#f7f3ea,#16130f);"
    + "overflow-wrap:anywhere}main{max-width:36rem;margin:0 auto;padding:2rem 1rem}"
    + "h1{margin:0;font:600 1.875rem/1.2 Palatino,Georgia,serif}"
    + ".quiet{color:light-dark(#655a4b,#b3a792)}audio{width:100%}"
    + "a{display:inline-block;padding:.625rem 0;color:light-dark(#8a5a0c,#e3b25b)}"

  private static func size(_ bytes: Int64) -> String {
    let tenths = max(bytes / 100_000, 1)
    return "\(tenths / 10).\(tenths % 10) MB"
  }

  /// The name without characters that are invalid in file names.
  private static func fileName(_ name: String) -> String {
    let forbidden = Array("/\\:*?\"<>|".utf8)
    let bytes = name.utf8.map { $0 < 0x20 || forbidden.contains($0) ? UInt8(ascii: "-") : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        text.append(
          place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
