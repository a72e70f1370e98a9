import Domain
import Glibc
import HTTP
import Platform
import Synchronization

extension Metrics {
  /// The counts in Prometheus' text format, version 0.0.4.
  public func prometheusText(openConnections: Int) -> String {
    var lines = [
      "# TYPE woodshed_info gauge",
      #"woodshed_info{version="\#(Version.text)"} 1"#,
      "# TYPE woodshed_requests_total counter",
    ]
    for method in Method.allCases {
      for statusClass in 1...5 {
        let count = count(method, statusClass)
        guard count > 0 else { continue }
        let labels = #"method="\#(method.rawValue)",class="\#(statusClass)xx""#
        lines.append("woodshed_requests_total{\(labels)} \(count)")
      }
    }
    lines += histogramLines
    let uptime = Double(Instant.now.nanoseconds(since: start)) / 1e9
    lines += Self.gauge("woodshed_requests_in_flight", "\(inFlight.load(ordering: .relaxed))")
    lines += Self.gauge("woodshed_connections_open", "\(openConnections)")
    lines += Self.gauge("woodshed_uptime_seconds", "\(uptime)")
    lines += Self.gauge("process_resident_memory_bytes", "\(Self.residentByteCount)")
    for (name, value) in gaugeValues() { lines += Self.gauge(name, "\(value)") }
    lines.append("# TYPE woodshed_answer_bytes_total counter")
    lines.append("woodshed_answer_bytes_total \(byteCount.load(ordering: .relaxed))")
    lines.append("# TYPE woodshed_untold_clients_total counter")
    lines.append("woodshed_untold_clients_total \(untoldClients.load(ordering: .relaxed))")
    return lines.joined(separator: "\n") + "\n"
  }

  private var histogramLines: [String] {
    let name = "woodshed_request_duration_seconds"
    var lines = ["# TYPE \(name) histogram"]
    var total = 0
    let labels = Self.bounds.map { "\(Double($0) / 1e6)" } + ["+Inf"]
    for (label, count) in zip(labels, bucketCounts()) {
      total += count
      lines.append(#"\#(name)_bucket{le="\#(label)"} \#(total)"#)
    }
    lines.append("\(name)_sum \(Double(nanoseconds.load(ordering: .relaxed)) / 1e9)")
    lines.append("\(name)_count \(total)")
    return lines
  }

  private static func gauge(_ name: String, _ value: String) -> [String] {
    ["# TYPE \(name) gauge", "\(name) \(value)"]
  }

  /// The resident memory of this process, from `/proc/self/statm`.
  private static var residentByteCount: Int {
    guard let bytes = try? Folder("/proc/self").contents(of: "statm") else { return 0 }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
