/// Which handler answers which method and path.
///
///     var router = Router()
///     router.on(.get, "/v1/pieces/{piece}") { request, parameters in … }
///
/// A literal segment wins over a parameter in the same place; HEAD is answered as GET is.
public struct Router: Sendable {
  public typealias Handler = @Sendable (Request, Parameters) throws(HTTPError) -> Response

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
      Route(names: segments.compactMap(\.parameterName), bodyLimit: bodyLimit, handler: handler),
      for: method, at: segments[...])
  }

  /// What the routes make of `request`; `nil` when none has its path.
  public func respond(to request: Request) throws(HTTPError) -> Response? {
    guard let (route, values) = try find(request) else { return nil }
    return try route.handler(request, Parameters(names: route.names, values: values))
  }

  /// Whether a route has the path of `request`; throws where it does not do what is asked there.
  public func hasRoute(for request: Request) throws(HTTPError) -> Bool {
    try find(request) != nil
  }

  /// The most bytes of body that the route of `request` takes, where it has a limit of its own.
  public func bodyLimit(for request: Request) -> Int? {
    guard let found = try? find(request) else { return nil }
    return found.route.bodyLimit
  }

  private func find(
    _ request: Request
  ) throws(HTTPError) -> (route: Route, values: [String])? {
    guard let segments = request.segments, let (routes, values) = root.find(segments[...]) else {
      return nil
    }
    let method: Method = request.method == .head && routes[.head] == nil ? .get : request.method
    guard let route = routes[method] else {
      var allowed = Set(routes.keys)
      if allowed.contains(.get) { allowed.insert(.head) }
      throw .methodNotAllowed(allowed: Method.allCases.filter(allowed.contains))
    }
    return (route, values)
  }
}

/// The parts of a path that stood for `{name}` in its pattern.
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

private struct Route: Sendable {
  let names: [String]
  let bodyLimit: Int?
  let handler: Router.Handler
}

/// One place in the tree of segments.
private struct Branch: Sendable {
  var routesByMethod: [Method: Route] = [:]
  var literals: [String: Branch] = [:]
  var parameters: [Branch] = []

  mutating func add(_ route: Route, for method: Method, at path: ArraySlice<String>) {
    guard let segment = path.first else {
      precondition(routesByMethod[method] == nil, "two handlers for one route")
      routesByMethod[method] = route
      return
    }
    if segment.parameterName == nil {
      literals[segment, default: Branch()].add(route, for: method, at: path.dropFirst())
    } else {
      if parameters.isEmpty { parameters.append(Branch()) }
      parameters[0].add(route, for: method, at: path.dropFirst())
    }
  }

  func find(_ path: ArraySlice<String>) -> (routes: [Method: Route], values: [String])? {
    guard let segment = path.first else {
      return routesByMethod.isEmpty ? nil : (routesByMethod, [])
    }
    if let found = literals[segment]?.find(path.dropFirst()) { return found }
    guard !segment.isEmpty, let found = parameters.first?.find(path.dropFirst()) else { return nil }
    return (found.routes, [segment] + found.values)
  }
}

extension String {
  fileprivate var parameterName: String? {
    hasPrefix("{") && hasSuffix("}") ? String(dropFirst().dropLast()) : nil
  }
}
