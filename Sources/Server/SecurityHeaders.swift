public import HTTP

/// The headers of every answer.
public enum SecurityHeaders {
  /// Allows scripts, styles and connections from here only; no framing, and text never becomes script.
  static let contentPolicy = [
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
    "img-src 'self' blob: data:", "media-src 'self' blob:", "font-src 'self'", "connect-src 'self'",
    "worker-src 'self'", "manifest-src 'self'", "object-src 'none'", "base-uri 'none'",
    "form-action 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
    "trusted-types woodshed",
  ].joined(separator: "; ")

  /// The headers of a server known as `origin`.
  public static func all(for origin: Origin) -> Headers {
    var headers: Headers = [
      "Content-Security-Policy": contentPolicy,
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Permissions-Policy": "microphone=(self)",
    ]
    headers.addMissing(from: origin.headers)
    return headers
  }
}
