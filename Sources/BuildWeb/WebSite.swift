import Ledger
import Markup
import Rooms

/// The finished web build: every file under the path it is served at.
///
/// Files that never change have the hash of their content in their name and are cached by browsers for ever; the page,
/// the manifest and the service worker refer to those files and are requested each time.
struct WebSite {
  private(set) var files: [String: [UInt8]] = [:]
  /// The hashed address of each file, by the address in the sources.
  private var addresses: [(plain: String, hashed: String)] = []
  private var scripts: [String] = []

  init(_ sources: WebSources) {
    for path in sources.paths(where: { $0.hasSuffix(".wasm") || $0.hasPrefix("icons/") }) {
      addAsset(path, sources.files[path] ?? [])
    }
    addAsset("style.css", Array(replacingAddresses(sources.style).utf8))
    addScripts(sources)

    let frame = HTML.text(of: Shell.frame)
    let preloads = scripts.map { "  <link rel=\"modulepreload\" href=\"\($0)\">" }
    var page = replacingAddresses(sources.text("index.html"))
    page = page.replacing("{{frame}}", with: frame)
    // Empty if the program is whole.
    page = page.replacing(
      "{{rest}}", with: sources.files["rest.wasm"] == nil ? "" : hashed("/assets/rest.wasm"))
    page = page.replacing("{{trialPages}}", with: TrialPages.paths.joined(separator: " "))
    page = page.replacing("{{fronts}}", with: FirstVisit.fronts.joined(separator: " "))
    // Unpacked: a page counts what it has read, which is no longer compressed.
    for part in ["program", "rest"] {
      page = page.replacing(
        "{{\(part)Size}}", with: String(sources.files[part + ".wasm"]?.count ?? 0))
    }
    page = page.replacing("{{preloads}}", with: preloads.joined(separator: "\n"))
    let manifest = replacingAddresses(sources.text("manifest.webmanifest"))
    // The version depends on every byte of the app.
    let version = Self.name(of: Array((page + manifest + sources.text("service-worker.js")).utf8))
    page = page.replacing("{{version}}", with: version)
    files["index.html"] = Array(page.utf8)
    files["manifest.webmanifest"] = Array(manifest.utf8)
    let kept = ["/", "/manifest.webmanifest"] + addresses.map(\.hashed).filter(Self.isKeptOffline)
    let worker = sources.text("service-worker.js").replacing("{{version}}", with: version)
      .replacing("{{files}}", with: kept.joined(separator: " "))
    files["service-worker.js"] = Array(worker.utf8)
    let routes = (Route.known.map(\.path) + Route.patterns).map { $0 + "\n" }.joined()
    files["routes"] = Array(routes.utf8)
  }

  /// Large icons are only needed when the app is installed; few people open the trial pages.
  private static func isKeptOffline(_ address: String) -> Bool {
    !address.hasSuffix(".png") && !address.hasPrefix("/assets/trials-")
  }

  /// Adds the scripts, each after the ones it imports, so that their names are known.
  private mutating func addScripts(_ sources: WebSources) {
    var waiting = sources.paths { $0.hasSuffix(".js") && $0 != "service-worker.js" }
    var isImported: Set<String> = []
    while !waiting.isEmpty {
      let ready = waiting.filter { path in
        !imports(of: path, sources).contains(where: waiting.contains)
      }
      // Scripts that import each other in a circle cannot be hashed.
      precondition(!ready.isEmpty, "scripts import each other in a circle: \(waiting)")
      for path in ready {
        var text = sources.text(path)
        for name in imports(of: path, sources) {
          isImported.insert("/assets/" + name)
          for written in Self.spellings(of: name) {
            text = text.replacing(
              "from \"\(written)\"", with: "from \"\(hashed("/assets/" + name))\"")
          }
        }
        addAsset(path, Array(text.utf8))
      }
      waiting.removeAll { ready.contains($0) }
    }
    scripts = isImported.sorted().map(hashed)
  }

  private func imports(of path: String, _ sources: WebSources) -> [String] {
    let text = sources.text(path)
    return sources.paths { $0.hasSuffix(".js") }.filter { name in
      Self.spellings(of: name).contains { text.contains("from \"\($0)\"") }
    }
  }

  /// How a script can refer to another: from the same folder, the parent, or a subfolder.
  private static func spellings(of name: String) -> [String] {
    let file = name.split(separator: "/").last.map(String.init) ?? name
    return ["./\(name)", "../\(name)", "./\(file)"]
  }

  private mutating func addAsset(_ path: String, _ bytes: [UInt8]) {
    let file = path.hasPrefix("icons/") ? String(path.dropFirst(6)) : path
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    let flat = file[..<dot].replacing("/", with: "-")
    let name = "assets/\(flat)-\(Self.name(of: bytes))\(file[dot...])"
    files[name] = bytes
    addresses.append((plain: "/assets/\(file)", hashed: "/\(name)"))
  }

  private func hashed(_ address: String) -> String {
    addresses.first { $0.plain == address }?.hashed ?? address
  }

  private func replacingAddresses(_ text: String) -> String {
    addresses.reduce(text) { text, address in
      text.replacing("\"\(address.plain)\"", with: "\"\(address.hashed)\"")
    }
  }

  private static func name(of bytes: [UInt8]) -> String {
    String(SHA256.digest(of: bytes).hex.prefix(16))
  }
}
