import Synchronization

/// What is answered to a request.
public struct Response: Sendable {
  public var status: Status { didSet { seal = nil } }
  public var headers: Headers { didSet { seal = nil } }
  public var body: Body { didSet { seal = nil } }
  /// Set on a response that is sent again and again; any change breaks it.
  public private(set) var seal: Seal?

  public init(_ status: Status, headers: Headers = Headers(), body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response of JSON text that is never kept by anyone on the way.
  public init(_ status: Status = .ok, json: String) {
    self.init(
      status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: Body(json))
  }

  /// The same response, of which a transport may keep its own form from one sending to the next.
  public func sealed() -> Response {
    var copy = self
    copy.seal = Seal()
    return copy
  }
}

extension Response {
  /// The place where a transport keeps the form in which it sends a response.
  public final class Seal: Sendable {
    /// A transport's own form of the response, whatever that is.
    public final class Form: Sendable {
      public let value: any AnyObject & Sendable

      public init(_ value: any AnyObject & Sendable) {
        self.value = value
      }
    }

    private let kept = AtomicLazyReference<Form>()

    fileprivate init() {}

    /// The form that was kept first, which may be another thread's, or `nil`.
    public var form: Form? { kept.load() }

    /// Keeps a form, unless another was kept before.
    public func keep(_ form: Form) {
      _ = kept.storeIfNil(form)
    }
  }
}
