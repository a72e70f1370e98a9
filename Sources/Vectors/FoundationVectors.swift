import Domain
import Ledger

extension Vector {
  static let foundations = [
    Vector("SHA-256 gives the published digests") { evidence in
      let cases = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
          "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
          String(repeating: "a", count: 1_000_000),
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
      ]
      for (text, digest) in cases {
        evidence.expect(
          SHA256.digest(of: Array(text.utf8)).hex, is: digest, "\(text.utf8.count) bytes")
      }
    },
    Vector("SHA-256 does not care how bytes arrive") { evidence in
      var random = SeededRandom(seed: 1)
      for length in 0..<200 {
        let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let cut = random.below(length + 1)
        var hash = SHA256()
        hash.update(bytes[..<cut])
        hash.update(bytes[cut...])
        evidence.expect(
          hash.finish().hex, is: SHA256.digest(of: bytes).hex, "\(length) cut at \(cut)")
      }
    },
    Vector("Decimals are read with comma and point and written with a point") { evidence in
      let cases = [
        ("442", 1, "442.0"), ("442,5", 1, "442.5"), ("442.5", 1, "442.5"), (" 442.50 ", 1, "442.5"),
        ("-0,05", 2, "-0.05"), ("\u{2212}3", 0, "-3"), ("+7", 0, "7"), (",5", 1, "0.5"),
        ("5.", 1, "5.0"), ("0", 0, "0"), ("000123,4", 3, "123.400"),
        ("922337203685477580", 1, "922337203685477580.0"),
      ]
      for (text, places, written) in cases {
        let number = try? Decimal(parsing: text, places: places)
        evidence.expect(number?.text ?? "none", is: written, text)
      }
    },
    Vector("Decimals refuse what is not a number") { evidence in
      let cases: [(String, Int, Decimal.ParseError)] = [
        ("", 1, .empty), ("  ", 1, .empty), ("-", 1, .empty), (".", 1, .empty),
        ("4a", 1, .unexpected(at: 1)), ("4 2", 1, .unexpected(at: 1)),
        ("1.000,5", 1, .unexpected(at: 5)), ("1.0,5", 1, .unexpected(at: 3)),
        ("4.25", 1, .tooManyPlaces(allowed: 1)), ("99999999999999999999", 0, .tooLarge),
        ("٤", 0, .unexpected(at: 0)), ("1e3", 1, .unexpected(at: 1)),
      ]
      for (text, places, error) in cases {
        evidence.expect(refusal(of: text, places) == error, "\(text) is refused differently")
      }
    },
    Vector("Decimals of different places are compared by value") { evidence in
      let half = Decimal(units: 5, places: 1)
      evidence.expect(half < Decimal(units: 51, places: 2), "0.5 < 0.51")
      evidence.expect(Decimal(units: -51, places: 2) < half, "-0.51 < 0.5")
      evidence.expect(!(Decimal(units: 50, places: 2) < half), "0.50 is not below 0.5")
      let largest = Decimal(units: .max, places: 0)
      evidence.expect(half < largest && !(largest < half), "0.5 < the largest")
    },
    Vector("Settings of version 0.1 survive damage") { evidence in
      let text =
        "theme purple\na4 9000\n\nfirst-day-of-week\nstage bright light\nshortcuts off\n\u{0}"
      let settings = Settings(parsing: text)
      evidence.expect(settings.theme == .system, "theme")
      evidence.expect(settings.a4 == .standard, "a4")
      evidence.expect(!settings.hasShortcuts, "shortcuts")
    },
    Vector("Settings come back from their row") { evidence in
      for theme in Theme.allCases {
        for day in Weekday.allCases {
          var settings = Settings()
          settings.theme = theme
          settings.firstDayOfWeek = day
          settings.a4 = ReferencePitch(tenthsOfHertz: 4_425) ?? .standard
          settings.hasShortcuts = theme == .dark
          let stamp = Stamp(.zero, DeviceID(1))
          let cells = settings.edits(from: Settings()).map {
            Cell(field: $0.field, stamp: stamp, value: $0.value)
          }
          let row = Row(id: Settings.row, kind: .settings, cells: cells)
          evidence.expect(Settings(row) == settings, "\(theme.name) \(day.name)")
        }
      }
    },
  ]

  private static func refusal(of text: String, _ places: Int) -> Decimal.ParseError? {
    do throws(Decimal.ParseError) {
      _ = try Decimal(parsing: text, places: places)
      return nil
    } catch {
      return error
    }
  }
}
