import Synchronization

/// The answer to a request.
public struct Response: Sendable {
  public var status: Status { didSet { seal = nil } }
  public var headers: Headers { didSet { seal = nil } }
  public var body: Body { didSet { seal = nil } }
  /// Set on a response that is sent repeatedly; any change removes it.
  public private(set) var seal: Seal?

  public init(_ status: Status, headers: Headers = Headers(), body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response with JSON text that must not be cached.
  public init(_ status: Status = .ok, json: String) {
    self.init(
      status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: Body(json))
  }

  /// The same response; a transport may cache its own form of it.
  public func sealed() -> Response {
    var copy = self
    copy.seal = Seal()
    return copy
  }
}

extension Response {
  /// Where a transport caches its form of a response.
  public final class Seal: Sendable {
    /// A transport's own form of the response.
    public final class Form: Sendable {
      public let value: any AnyObject & Sendable

      public init(_ value: any AnyObject & Sendable) {
        self.value = value
      }
    }

    private let kept = AtomicLazyReference<Form>()

    fileprivate init() {}

    /// The form that was cached first, possibly by another thread, or `nil`.
    public var form: Form? { kept.load() }

    /// Caches a form, unless there already is one.
    public func keep(_ form: Form) {
      _ = kept.storeIfNil(form)
    }
  }
}
