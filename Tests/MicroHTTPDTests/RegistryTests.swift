import HTTP
import Testing

@testable import MicroHTTPD

@Suite struct RegistryTests {
  private func connection(_ address: IPAddress) -> Connection {
    Connection(socket: -1, peer: address, headDuration: .seconds(60))
  }

  @Test func limitsEachCustomerButNotThisMachineNorTheProxy() throws {
    let proxy = try #require(IPAddress("10.0.0.2"))
    var settings = SocketSettings()
    settings.trustedProxy = proxy
    let registry = ConnectionRegistry(settings: settings)
    let customer = try #require(IPAddress("2001:db8::1"))
    let neighbour = try #require(IPAddress("2001:db8::2"))
    let open = (0..<32).map { _ in connection(customer) }
    for connection in open { registry.add(connection) }
    #expect(!registry.hasRoom(for: customer))
    #expect(!registry.hasRoom(for: neighbour))
    #expect(registry.hasRoom(for: try #require(IPAddress("2001:db8:0:1::1"))))
    for address in [proxy, .loopback] {
      for _ in 0..<100 { registry.add(connection(address)) }
      #expect(registry.hasRoom(for: address))
    }
    registry.remove(open[0])
    #expect(registry.hasRoom(for: customer))
  }

  @Test func limitsAllTogether() {
    var settings = SocketSettings()
    settings.connectionLimit = 2
    let registry = ConnectionRegistry(settings: settings)
    for _ in 0..<2 { registry.add(connection(.loopback)) }
    #expect(!registry.hasRoom(for: .loopback))
  }
}
