import Foundation
import HTTP
import Testing

@testable import Server

@Suite struct LogTests {
  private func text(_ line: LogLine) -> String { String(decoding: line.bytes, as: UTF8.self) }

  @Test(arguments: [
    ("plain", "plain"), ("", "\"\""), ("two words", "\"two words\""), ("a=b", "\"a=b\""),
    ("say \"x\"", #""say \"x\"""#), ("line\nbreak", #""line\x0abreak""#), ("é", #""\xc3\xa9""#),
    (String(repeating: "a", count: 300), String(repeating: "a", count: 256)),
  ])
  func escapes(value: String, as written: String) {
    var line = LogLine(.info, "event")
    line.add("key", value)
    #expect(text(line).hasSuffix(" level=info event=event key=\(written)"))
  }

  @Test func tellsOfARequestWithoutItsQuery() {
    let request = Request(.get, "/journal?secret=1", id: RequestID(number: 1))
    let exchange = Exchange(
      request: request, status: .ok, byteCount: 20, nanoseconds: 1_260_000, wasAdmitted: true,
      wasAnswered: true)
    let line = text(.request(exchange, from: .loopback))
    #expect(
      line.hasSuffix(
        "event=request method=GET path=/journal status=200 ms=1.2 bytes=20 id=0000000000000001 "
          + "client=127.0.0.1"))
  }

  @Test(arguments: [
    (0, 0, "1970-01-01T00:00:00.000Z"), (951_827_696, 7, "2000-02-29T12:34:56.007Z"),
    (1_709_251_199, 999, "2024-02-29T23:59:59.999Z"),
    (4_107_542_400, 50, "2100-03-01T00:00:00.050Z"),
  ])
  func tellsTheTime(seconds: Int, milliseconds: Int, text: String) {
    var bytes: [UInt8] = []
    Timestamp(seconds: seconds, milliseconds: milliseconds).append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func writesEverythingBeforeItCloses() throws {
    let pipe = Pipe()
    let log = EventLog(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    for number in 0..<100 {
      var line = LogLine(.info, "numbered")
      line.add("number", number)
      log.write(line)
    }
    log.close()
    log.write(LogLine(.info, "late"))
    try pipe.fileHandleForWriting.close()
    let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 100)
    #expect(lines.last?.hasSuffix("number=99") == true)
  }

  @Test func countsInPrometheusText() {
    let metrics = Metrics()
    for (status, microseconds) in [(200, 50), (204, 700), (404, 20_000_000)] {
      metrics.requestBegan()
      metrics.requestEnded(
        Exchange(
          request: Request(.get, "/"), status: Status(status), byteCount: 10,
          nanoseconds: UInt64(microseconds) * 1_000, wasAdmitted: true, wasAnswered: true))
    }
    metrics.requestBegan()
    let lines = Set(metrics.prometheusText(openConnections: 5).split(separator: "\n"))
    let expected: Set<Substring> = [
      #"woodshed_requests_total{method="GET",class="2xx"} 2"#,
      #"woodshed_requests_total{method="GET",class="4xx"} 1"#,
      #"woodshed_request_duration_seconds_bucket{le="0.0001"} 1"#,
      #"woodshed_request_duration_seconds_bucket{le="0.001"} 2"#,
      #"woodshed_request_duration_seconds_bucket{le="+Inf"} 3"#,
      "woodshed_request_duration_seconds_count 3", "woodshed_requests_in_flight 1",
      "woodshed_connections_open 5", "woodshed_answer_bytes_total 30",
    ]
    #expect(expected.subtracting(lines).isEmpty)
  }
}
