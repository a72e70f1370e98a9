import HTTP
import Testing

@Suite struct QueryTests {
  @Test(
    arguments: [
      ("/x?a=1", "a", "1"), ("/x?b=2&a=1", "a", "1"), ("/x?a=", "a", ""),
      ("/x?a=-_.~z", "a", "-_.~z"),
      ("/x", "a", nil), ("/x?", "a", nil), ("/x?a", "a", nil), ("/x?aa=1", "a", nil),
      ("/x?a=1&a=2", "a", nil), ("/x?a=%31", "a", nil), ("/x?a=1=2", "a", nil),
    ] as [(String, String, String?)])
  func findsAValue(target: String, name: String, value: String?) {
    #expect(Request(.get, target).queryValue(name) == value)
  }

  @Test(arguments: [("/x?n=0", 0), ("/x?n=007", 7), ("/x?n=9", 9), ("/x", 5)])
  func readsANumber(target: String, number: UInt64) throws {
    #expect(try Request(.get, target).queryNumber("n", in: 0...9, fallback: 5) == number)
  }

  @Test(arguments: [
    "/x?n=10", "/x?n=", "/x?n", "/x?n=+1", "/x?n=1&n=1", "/x?n=99999999999999999999999",
  ])
  func refusesWhatIsNone(target: String) {
    let error = #expect(throws: HTTPError.self) {
      try Request(.get, target).queryNumber("n", in: 0...9, fallback: 5)
    }
    #expect(error?.status == .badRequest)
    #expect(error?.message.contains("`n`") == true)
  }
}
