/// The content type of a file, by its name.
enum ContentType {
  static func ofFile(named name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return fallback }
    return byExtension[name[name.index(after: dot)...].lowercased()] ?? fallback
  }

  private static let fallback = "application/octet-stream"

  private static let byExtension = [
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
    "wav": "audio/wav",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
  ]
}
