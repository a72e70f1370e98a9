#if arch(wasm32)
  import Ledger
  import Markup
  import Vectors

  /// Ten thousand rows of eight cells, to measure queries.
  enum RowsPad {
    struct State {
      var replica = Ledger.Replica(device: DeviceID(1))
      var index = SearchIndex()
      var report = ""
    }

    enum Message {
      case fillTapped, filterTapped, sortTapped, searchTapped
    }

    static let kind = KindID(20)

    static func update(_ state: inout State, _ message: Message) {
      switch message {
      case .fillTapped: fill(&state)
      case .filterTapped:
        // Every third row, by number, then by text.
        var query = Query(kind)
        query.conditions = [.isAtLeast(kind.field(2), .int(67))]
        query.order = [.descending(kind.field(2)), .ascending(kind.field(1))]
        state.report = "\(state.replica.rows(query).count) rows chosen and sorted"
      case .sortTapped:
        var query = Query(kind)
        query.order = [.ascending(kind.field(1))]
        state.report = "\(state.replica.rows(query).count) rows sorted by text"
      case .searchTapped:
        state.report = "\(state.index.rows(matching: "tone slo")?.count ?? 0) rows found"
      }
    }

    private static let words = [
      "reed", "cane", "gouge", "shape", "staple", "scrape", "tip", "heart", "Lorée", "étude",
      "long", "tone", "slow", "morning", "Britten", "Paris",
    ]

    private static func fill(_ state: inout State) {
      var random = SeededRandom(seed: 4)
      var cells: [RowCell] = []
      for number in 0..<10_000 {
        let row = RowID(Bits128(high: UInt64(number), low: random.next()))
        var text = ""
        for _ in 0..<4 { text += random.pick(words) + " " }
        var values: [Value] = [.text(text), .int(Int64(random.below(100)))]
        for place in 0..<6 {
          values.append(.decimal(units: Int64(random.below(900)), places: UInt8(place % 3)))
        }
        for (place, value) in values.enumerated() {
          let stamp = Stamp(HybridTime(milliseconds: Int64(number)), DeviceID(1))
          let field = kind.field(UInt64(place) + 1)
          cells.append(
            RowCell(row: row, kind: kind, cell: Cell(field: field, stamp: stamp, value: value)))
        }
        state.index.set(row, [text])
      }
      var keeper = Keeper(
        space: SpaceID(Bits128(high: 1, low: 1)), device: DeviceID(1), random: RandomBits(seed: 1))
      keeper.loaded([], revision: 0, wall: 0)
      _ = keeper.adopt("Fill", cells, wall: 0)
      state.replica = keeper.replica
      state.report = "\(state.replica.rows(Query(kind)).count) rows"
    }

    static func view(_ state: State) -> Node<Message> {
      div(.id("rows")) {
        button(.id("rows-fill"), .onClick(.fillTapped)) { "fill" }
        button(.id("rows-filter"), .onClick(.filterTapped)) { "choose and sort" }
        button(.id("rows-sort"), .onClick(.sortTapped)) { "sort by text" }
        button(.id("rows-search"), .onClick(.searchTapped)) { "search" }
        p(.id("rows-report")) { state.report }
      }
    }
  }
#endif
