/// Maps methods and paths to handlers, which may fail with a `Failure`.
///
///     var router = Router<HTTPError>()
///     router.on(.get, "/v1/pieces/{piece}") { request, parameters in … }
///
/// A literal segment wins over a parameter in the same place; HEAD is answered as GET is.
public struct Router<Failure: Error>: Sendable {
  public typealias Handler = @Sendable (Request, Parameters) throws(Failure) -> Response

  private var root = Branch()

  public init() {}

  /// Adds a route; a body larger than `bodyLimit`, or than the server's own limit, is refused unread.
  public mutating func on(
    _ method: Method, _ pattern: String, bodyLimit: Int? = nil, _ handler: @escaping Handler
  ) {
    guard let segments = Path.segments(of: pattern) else {
      preconditionFailure("a pattern is a path: \(pattern)")
    }
    root.add(
      Leaf(names: segments.compactMap(\.parameterName), bodyLimit: bodyLimit, handler: handler),
      for: method, at: segments[...])
  }

  /// The route of `request`; `nil` if no route has its path, an error if its path does not allow the method.
  public func route(for request: Request) throws(HTTPError) -> Route? {
    guard let segments = request.segments, let (leaves, values) = root.find(segments[...]) else {
      return nil
    }
    let method: Method = request.method == .head && leaves[.head] == nil ? .get : request.method
    guard let leaf = leaves[method] else {
      var allowed = Set(leaves.keys)
      if allowed.contains(.get) { allowed.insert(.head) }
      throw .methodNotAllowed(allowed: Method.allCases.filter(allowed.contains))
    }
    return Route(leaf: leaf, values: values)
  }
}

extension Router {
  /// A handler with the parameters of the request's path.
  public struct Route: Sendable {
    fileprivate let leaf: Leaf
    fileprivate let values: [String]

    /// The body limit of the route, if it has its own.
    public var bodyLimit: Int? { leaf.bodyLimit }

    /// The handler's answer to `request`, for which the route was found.
    public func respond(to request: Request) throws(Failure) -> Response {
      try leaf.handler(request, Parameters(names: leaf.names, values: values))
    }
  }

  fileprivate struct Leaf: Sendable {
    let names: [String]
    let bodyLimit: Int?
    let handler: Handler
  }

  /// A node in the tree of segments.
  fileprivate struct Branch: Sendable {
    var leavesByMethod: [Method: Leaf] = [:]
    var literals: [String: Branch] = [:]
    var parameters: [Branch] = []

    mutating func add(_ leaf: Leaf, for method: Method, at path: ArraySlice<String>) {
      guard let segment = path.first else {
        precondition(leavesByMethod[method] == nil, "two handlers for one route")
        leavesByMethod[method] = leaf
        return
      }
      if segment.parameterName == nil {
        literals[segment, default: Branch()].add(leaf, for: method, at: path.dropFirst())
      } else {
        if parameters.isEmpty { parameters.append(Branch()) }
        parameters[0].add(leaf, for: method, at: path.dropFirst())
      }
    }

    func find(_ path: ArraySlice<String>) -> (leaves: [Method: Leaf], values: [String])? {
      guard let segment = path.first else {
        return leavesByMethod.isEmpty ? nil : (leavesByMethod, [])
      }
      if let found = literals[segment]?.find(path.dropFirst()) { return found }
      guard !segment.isEmpty, let found = parameters.first?.find(path.dropFirst()) else {
        return nil
      }
      return (found.leaves, [segment] + found.values)
    }
  }
}

/// The parts of a path that match `{name}` in its pattern.
public struct Parameters: Sendable {
  fileprivate let names: [String]
  fileprivate let values: [String]

  /// The value of `{name}`; asking for one that the pattern lacks is a bug of ours.
  public subscript(name: String) -> String {
    guard let index = names.firstIndex(of: name) else {
      preconditionFailure("the pattern has no {\(name)}")
    }
    return values[index]
  }
}

extension String {
  fileprivate var parameterName: String? {
    hasPrefix("{") && hasSuffix("}") ? String(dropFirst().dropLast()) : nil
  }
}
