import Domain
import Ledger
import Reports
import Testing

/// Reports travel as bytes, and no bytes do harm.
struct ReportBytesTests {
  @Test func everythingComesBack() throws {
    let report = Plots.report
    let back = try Report(report.bytes)
    #expect(back == report)
    #expect(back.sections[0].plot?.layers.count == Plots.layers.count)
    #expect(back.sections[1].table?.rows[0].row == Plots.row)
    #expect(back.answer[1] == "“Ä” & <b>")
    guard case .line(_, .dashed, series: 1)? = back.sections[0].plot?.layers[4] else {
      Issue.record("The series of a line is lost.")
      return
    }
  }

  @Test(arguments: Plots.layers.indices)
  func everyLayerComesBackAlone(place: Int) throws {
    var report = Report()
    report.sections = [Report.Section(plot: Plots.of([Plots.layers[place]]))]
    #expect(try Report(report.bytes) == report)
  }

  @Test func aQuestionComesBack() throws {
    var question = Question(.compare, today: 20_405, zoneMinutes: -90)
    question["group"] = "cane"
    question.isInInches = true
    question.a4 = try #require(ReferencePitch(tenthsOfHertz: 4_425))
    var reader = ByteReader(question.bytes)
    #expect(try Question(&reader) == question)
    for count in question.bytes.indices {
      var cut = ByteReader(Array(question.bytes.prefix(count)))
      #expect(throws: ByteReader.Failure.self) { try Question(&cut) }
    }
  }

  @Test func whatIsCutOffIsRefused() {
    let bytes = Plots.report.bytes
    for count in bytes.indices {
      #expect(throws: ByteReader.Failure.self, "\(count)") {
        try Report(Array(bytes.prefix(count)))
      }
    }
  }

  @Test func damageIsReadOrRefusedButNeverTraps() {
    let bytes = Plots.report.bytes
    var read = 0
    for place in bytes.indices {
      for value: UInt8 in [0, 0x7F, 0xFF, bytes[place] ^ 1] {
        var damaged = bytes
        damaged[place] = value
        guard let report = try? Report(damaged) else { continue }
        read += 1
        if place % 16 == 0 {
          for section in report.sections {
            if let plot = section.plot { _ = PlotDrawing.file(of: plot) }
          }
        }
      }
    }
    #expect(read > 0)
  }

  @Test func tablesBecomeOneFile() {
    var report = Report()
    report.sections = [
      Report.Section("First", table: Report.Table(["Reed", "Mean"], [.init(["=1+1", "−1.3"])])),
      Report.Section("Nothing"),
      Report.Section(
        table: Report.Table(
          ["a,b", "c"], [.init(["say \"so\"", "+2"]), .init(["-x", "4.1 to 6"])])),
    ]
    #expect(
      report.csv
        == "First\r\nReed,Mean\r\n'=1+1,-1.3\r\n\r\n\"a,b\",c\r\n\"say \"\"so\"\"\",+2\r\n'-x,4.1 to 6\r\n"
    )
    #expect(Report().csv.isEmpty)
  }

  /// Intervals and dots are there as numbers, not as words.
  @Test func aFileOfNumbersHasTheEndsOfIntervalsAndTheDots() {
    var report = Report()
    let dots = [
      Plot.Dot(1.04, 6.5, name: "B05"), Plot.Dot(0, -1.25, series: 1, name: "B06"),
      Plot.Dot(.nan, 20_000, name: "B07"),
    ]
    report.sections = [
      Report.Section(
        "Compare",
        plot: Plot(
          "Success", x: Plot.Axis("Shaper", .names(["A", "B"])),
          y: Plot.Axis("Success", .number(places: 1, unit: "")), series: ["2024", "2025"],
          layers: [.dots(dots)]),
        table: Report.Table(
          ["Shaper", "95 % interval", "Words"],
          [.init(["A", "−0.7 to +1.2", "4 to 6"]), .init(["B", "–", "none"])]))
    ]
    #expect(
      report.csv.split(separator: "\r\n", omittingEmptySubsequences: false) == [
        "Compare", "Shaper,\"95 % interval, from\",\"95 % interval, to\",Words",
        "A,-0.7,+1.2,4 to 6",
        "B,,,none", "", "Dot,Shaper,Success,Group", "B05,B,6.50,2024", "B06,A,-1.25,2025",
        "B07,,20000.00,2024", "",
      ])
  }
}
