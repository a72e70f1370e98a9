public import HTTP
public import Platform

/// The web build in memory; nothing else is served.
///
/// Every file is an asset at its own path, and `app.js.br` and `app.js.gz` are encodings of `app.js`.
/// `index.html` is the page; the paths that it handles are in the file `routes`, one per line.
public struct StaticSite: Sendable {
  /// Why a folder is not a web build.
  public enum LoadError: Error, Hashable, Sendable {
    case noSuchFolder(String)
    case noIndex(String)
    case unreadable(String, SystemError)
  }

  private let assetsByPath: [String: Asset]
  private let page: Asset
  private let lostPage: Asset
  private let patterns: [PagePattern]

  /// Reads a web build; `shared` are the headers of every answer.
  public init(_ folder: Folder, shared: Headers) throws(LoadError) {
    guard folder.exists else { throw .noSuchFolder(folder.path) }
    var files: [String: [UInt8]] = [:]
    do throws(SystemError) {
      for file in try folder.files() { files[file] = try folder.contents(of: file) }
    } catch {
      throw .unreadable(folder.path, error)
    }
    guard let site = StaticSite(files: files, shared: shared) else { throw .noIndex(folder.path) }
    self = site
  }

  /// A site of `files`, by relative path; `nil` without an `index.html`.
  public init?(files: [String: [UInt8]], shared: Headers) {
    var contents: [String: Asset.Content] = [:]
    for (path, bytes) in files
    where path != "routes" && Self.codingsBySuffix[path.suffixName] == nil {
      var content = Asset.Content(plain: bytes)
      for (suffix, coding) in Self.codingsBySuffix {
        content.encoded[coding] = files["\(path).\(suffix)"]
      }
      contents["/" + path] = content
    }
    guard let index = contents["/index.html"] else { return nil }
    let assets = contents.map { path, content in
      (path, Asset(path: path, content: content, shared: shared))
    }
    assetsByPath = Dictionary(uniqueKeysWithValues: assets)
    page = Asset(path: "/index.html", content: index, shared: shared)
    lostPage = Asset(path: "/index.html", content: index, status: .notFound, shared: shared)
    patterns = String(decoding: files["routes"] ?? [], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).compactMap { PagePattern(String($0)) }
  }

  /// The asset or page that a GET or HEAD asks for, or `nil`.
  ///
  /// For a mistyped address, the page is sent with status 404 and says so.
  public func respond(to request: Request) -> Response? {
    guard request.method.isSafe, let segments = request.segments else { return nil }
    if let asset = asset(at: request.path, segments) { return asset.respond(to: request) }
    if segments.isEmpty || patterns.contains(where: { $0.matches(segments) }) {
      return page.respond(to: request)
    }
    let isFile = segments.last?.utf8.contains(UInt8(ascii: ".")) == true
    guard !isFile, request.acceptsHTML else { return nil }
    return lostPage.respond(to: request)
  }

  private func asset(at path: String, _ segments: [String]) -> Asset? {
    if let asset = assetsByPath[path] { return asset }
    guard path.utf8.contains(UInt8(ascii: "%")) else { return nil }
    return assetsByPath["/" + segments.joined(separator: "/")]
  }

  private static let codingsBySuffix = ["br": "br", "gz": "gzip"]
}

extension Request {
  /// Whether a person is opening a page, rather than a program fetching a resource.
  fileprivate var acceptsHTML: Bool {
    headers["Accept"]?.lowercased().split(separator: ",").contains { item in
      item.drop { $0 == " " || $0 == "\t" }.hasPrefix("text/html")
    } == true
  }
}

extension String {
  /// The part after the last dot.
  fileprivate var suffixName: String {
    utf8.lastIndex(of: UInt8(ascii: ".")).map { String(self[index(after: $0)...]) } ?? ""
  }
}
