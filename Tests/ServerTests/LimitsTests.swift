import HTTP
import Ledger
import Platform
import Storage
import Testing

@testable import Server

/// How often somebody may try, in times that are handed in.
@Suite struct LimitsTests {
  private let anna = LoginKey("anna")
  private let home = IPAddress(v4: 0xC000_0201)
  private let away = IPAddress(v4: 0xC000_0202)

  @Test func delaysTwiceAsLongEachTime() {
    var rate = LoginRate()
    var now: Int64 = 1_000_000
    for _ in 0..<5 { #expect(rate.attempt(anna, from: home, now: now) == nil) }
    for delay: Int64 in [60_000, 120_000, 240_000, 480_000, 900_000, 900_000, 900_000] {
      #expect(rate.attempt(anna, from: home, now: now) == delay)
      #expect(rate.attempt(anna, from: home, now: now + delay - 1) == 1)
      now += delay
      #expect(rate.attempt(anna, from: home, now: now) == nil)
    }
    #expect(rate.attempt(anna, from: away, now: now) == nil)
    #expect(rate.attempt(LoginKey("bela"), from: home, now: now) == nil)
    // An hour later all is forgotten.
    now += LoginRate.memory
    for _ in 0..<5 { #expect(rate.attempt(anna, from: home, now: now) == nil) }
  }

  @Test func forgetsAtSuccess() {
    var rate = LoginRate()
    for _ in 0..<4 { _ = rate.attempt(anna, from: home, now: 0) }
    rate.succeeded(anna, from: home)
    for _ in 0..<4 { #expect(rate.attempt(anna, from: home, now: 0) == nil) }
    rate.withdraw(anna, from: home)
    for _ in 0..<2 { #expect(rate.attempt(anna, from: home, now: 0) == nil) }
    #expect(rate.attempt(anna, from: home, now: 0) == 60_000)
  }

  @Test func givesAnAddressTwentyAMinute() {
    var rate = LoginRate()
    for index in 0..<20 {
      #expect(rate.attempt(nil, from: home, now: Int64(index) * 1_000) == nil)
    }
    #expect(rate.attempt(anna, from: home, now: 20_000) == 40_000)
    #expect(rate.attempt(nil, from: home, now: 60_000) == nil)
    #expect(rate.attempt(nil, from: home, now: 60_000) == 1_000)
    #expect(rate.attempt(nil, from: away, now: 60_000) == nil)
    for _ in 0..<100 { #expect(rate.attempt(nil, from: .loopback, now: 0) == nil) }
  }

  @Test func survivesAClockThatIsSetBack() {
    var rate = LoginRate()
    for _ in 0..<5 { _ = rate.attempt(anna, from: home, now: 1_000_000_000) }
    #expect(rate.attempt(anna, from: home, now: 0) == 60_000)
    #expect(rate.attempt(nil, from: home, now: 0) == nil)
  }

  @Test func remembersSoMuchAndNoMore() {
    var rate = LoginRate(capacity: 100)
    for index in 0..<5_000 {
      let address = IPAddress(v4: UInt32(0x0A00_0000 + index))
      _ = rate.attempt(anna, from: address, now: Int64(index))
      #expect(rate.count <= 100)
    }
    // The latest are still remembered.
    let last = IPAddress(v4: 0x0A00_0000 + 4_999)
    for _ in 0..<4 { #expect(rate.attempt(anna, from: last, now: 5_000) == nil) }
    #expect(rate.attempt(anna, from: last, now: 5_000) != nil)
  }

  @Test func bucketFillsSteadily() {
    let rate = RateLimits.Rate(perMinute: 60, burst: 3)
    var bucket = Bucket(rate, now: 0)
    for _ in 0..<3 { #expect(bucket.take(rate, now: 0) == nil) }
    #expect(bucket.take(rate, now: 0) == 1_001)
    #expect(bucket.take(rate, now: 999) != nil)
    #expect(bucket.take(rate, now: 1_000) == nil)
    #expect(bucket.take(rate, now: 0) != nil)
    for _ in 0..<3 { #expect(bucket.take(rate, now: 1_000_000) == nil) }
    #expect(bucket.take(rate, now: 1_000_000) != nil)
  }

  @Test func bucketGivesManyPortionsAtOnce() {
    let rate = RateLimits.Rate(perMinute: 600, burst: 100)
    var bucket = Bucket(rate, now: 0)
    #expect(bucket.take(rate, 60, now: 0) == nil)
    #expect(bucket.take(rate, 60, now: 0) == 2_001)
    #expect(bucket.take(rate, 60, now: 2_000) == nil)
    // More than it ever holds waits until it is full.
    #expect(bucket.take(rate, 1_000, now: 2_000) == 10_001)
    #expect(bucket.take(rate, 1_000, now: 12_000) == nil)
  }

  /// What is usual, and everything in proportion for whoever may push more.
  @Test func limitsGrowTogether() {
    #expect(RateLimits.pushing(perMinute: 60) == RateLimits())
    #expect(RateLimits().bytes.perMinute == 67_108_864 && RateLimits().parallel == 16)
    let most = RateLimits.pushing(perMinute: 1_000_000)
    #expect(most.push.perMinute == 1_000_000 && most.chunk.perMinute == 10_000_000)
    let least = RateLimits.pushing(perMinute: 1)
    #expect(least.account == .init(perMinute: 1, burst: 1) && least.bytes.burst > 1_048_576)
    var bucket = Bucket(most.bytes, now: 0)
    #expect(bucket.take(most.bytes, 1_048_576, now: .max) == nil)
  }

  /// Whatever devices they come from: another account waits for none of them.
  @Test func letsSixteenRequestsOfAnAccountRunAtOnce() throws {
    let load = SessionLoad(RateLimits())
    let (one, other) = (AccountID(Bits128(high: 0, low: 1)), AccountID(Bits128(high: 0, low: 2)))
    let requests = (0..<17).map { _ in Request(.get, "/v1/account") }
    for request in requests.prefix(16) { try load.enter(request, by: one, now: 0) }
    let refusal = #expect(throws: ServerError.self) { () throws in
      try load.enter(requests[16], by: one, now: 0)
    }?.answer
    #expect(refusal?.status == .tooManyRequests && refusal?.headers["Retry-After"] == "1")
    // Whoever was refused leaves as well, and takes nobody's place with him.
    load.leave(requests[16].id)
    #expect(throws: ServerError.self) { () throws in try load.enter(requests[16], by: one, now: 0) }
    try load.enter(requests[16], by: other, now: 0)
    load.leave(requests[0].id)
    load.leave(requests[0].id)
    try load.enter(requests[0], by: one, now: 0)
    #expect(throws: ServerError.self) { () throws in
      try load.enter(Request(.get, "/v1/account"), by: one, now: 0)
    }
  }

  /// Two sign-ins of an account share its limit; another account has its own.
  @Test func countsAllSignInsOfAnAccountTogether() throws {
    let desk = try SyncDesk(limits: RateLimits(push: .init(perMinute: 60, burst: 4)))
    let first = try desk.signUp("anna")
    let second = try desk.cookie(in: desk.signIn("anna"))
    let other = try desk.signUp("bela")
    #expect(first != second)
    func push(as cookie: String) throws -> Status {
      let account = AccountID(try #require(Bits128(hex: String(cookie.prefix(32)))))
      let space = SpaceID.own(of: account)
      let place = Place(account, space)
      let push = Push(
        epoch: try desk.store.header(of: place).epoch, cursor: 0, pulledAt: 0,
        changes: desk.changes(1))
      return desk.ask(
        .post, "/v1/s/\(account.bits.hex)/\(space.bits.hex)/push",
        ["Content-Type": Frame.mediaType], body: Frame(space: space, .push(push)).bytes,
        as: .cookie(cookie)
      ).status
    }
    for cookie in [first, second, second, first] { #expect(try push(as: cookie) == .ok) }
    for cookie in [first, second] { #expect(try push(as: cookie) == .tooManyRequests) }
    #expect(try push(as: other) == .ok)
  }

  /// So many bytes in a minute, whatever they are, refused before they are read.
  @Test func limitsTheBytesThatADeviceSends() throws {
    let desk = try SyncDesk(limits: RateLimits(bytes: .init(perMinute: 60_000, burst: 2_000)))
    let body = [UInt8](repeating: 0x20, count: 900)
    for _ in 0..<2 { #expect(desk.post(body, to: "push").status == .badRequest) }
    let refused = desk.post(body, to: "push")
    #expect(refused.status == .tooManyRequests && refused.headers["Retry-After"] == "1")
    // Questions have no bytes.
    for _ in 0..<5 { #expect(desk.ask(.get, desk.path("digest")).status == .ok) }
    #expect(desk.ask(.post, "/v1/account/device", body: body).status == .tooManyRequests)
    desk.pass(milliseconds: 700)
    #expect(desk.post(body, to: "push").status == .badRequest)
  }

  @Test func limitsChangesOfTheAccount() throws {
    let desk = try SyncDesk(limits: RateLimits(account: .init(perMinute: 120, burst: 3)))
    for call in ["device", "signout", "device"] {
      #expect(
        try desk.post(["id": "none", "which": "none"], to: "account/\(call)").status.code < 429)
    }
    for call in ["device", "signout", "login", "prove", "erase"] {
      let refused = try desk.post(["which": "none"], to: "account/\(call)")
      #expect(refused.status == .tooManyRequests && refused.headers["Retry-After"] == "1")
    }
    desk.pass(milliseconds: 1_000)
    #expect(try desk.post(["which": "none"], to: "account/signout").status == .notFound)
  }

  /// So many hash at once, so many wait, and whoever comes then is refused.
  @Test func hashesSoManyAtOnce() throws {
    let queue = HashingQueue(limit: 2, waitingLimit: 3)
    let (entered, gate) = (Monitor(0), Monitor(false))
    let most = Lock((now: 0, most: 0))
    let threads = (0..<5).map { _ in
      Thread {
        entered.change { $0 += 1 }
        try? queue.run {
          most.withLock { count in
            count.now += 1
            count.most = max(count.most, count.now)
          }
          gate.wait { $0 ? () : nil }
          most.withLock { $0.now -= 1 }
        }
      }
    }
    entered.wait { $0 == 5 ? () : nil }
    // All are on their way in: until they are, a sixth finds room and would wait for ever.
    while queue.load != 5 {}
    let refusal = #expect(throws: ServerError.self) { try queue.run {} }?.answer
    #expect(refusal?.code == "hashing_busy" && refusal?.headers["Retry-After"] != nil)
    gate.change { $0 = true }
    for thread in threads { thread?.join() }
    #expect(most.withLock { $0.most } == 2)
    try queue.run {}
  }
}
