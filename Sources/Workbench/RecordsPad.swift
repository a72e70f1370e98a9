import Ledger
#if arch(wasm32)
  import Markup
  import Program
  import Vectors

  /// Runs commands for records and locks, given as lines of words, and shows the results.
  ///
  /// `load space since`, `commit space revision [-name | name=size]…`, `relax` (the same, relaxed),
  /// `both space revision` (a commit and a load at once), `race space count prefix` (commits one after another, again where the space moved), `spaces`,
  /// `erase space`, `persist`, `lock name`, `steal name`, `release`, `fetch milliseconds`, `random`.
  enum RecordsPad {
    struct State {
      var line = ""
      var answerCount = 0
      var answer = ""
      var heard: [String] = []
      var race: Race?
    }

    /// Commits that continue until all are made.
    struct Race {
      let space: String
      let prefix: String
      let count: Int
      var made = 0
      var movedCount = 0
    }

    enum Message {
      case typed(String), doTapped
      case loaded(RecordsLoad), committed(RecordsCommit), raced(RecordsCommit)
      case listed(RecordSpaces), erased(RecordsErasure), persisted(StorageRoom)
      case changed(RecordSpace), held(Bool), hidden, fetched(FetchAnswer)
    }

    static var start: [Effect<Message>] {
      [.watchRecords { .changed($0) }, .watchHide(.hidden)]
    }

    static func update(
      _ state: inout State, _ message: Message, _ context: Context
    ) -> [Effect<Message>] {
      switch message {
      case .typed(let line): state.line = line
      case .doTapped: return carryOut(&state, context)
      case .loaded(.loaded(let loaded)): state.say(text(of: loaded))
      case .committed(let outcome): state.say(text(of: outcome))
      case .raced(let outcome): return race(&state, outcome)
      case .listed(.listed(let spaces)):
        state.say(spaces.map { "\($0.name) \($0.revision)" }.joined(separator: ", "))
      case .erased(.erased): state.say("erased")
      case .erased(.moved): state.say("moved")
      case .persisted(let room):
        state.say(
          "\(room.isPersisted ? "kept" : "not kept") \(room.usedBytes) \(room.allowedBytes)")
      case .loaded(.failed(let error)), .listed(.failed(let error)), .erased(.failed(let error)):
        state.say("failed \(error)")
      case .changed(let space): state.heard.append("changed \(space.name) \(space.revision)")
      case .held(let isHeld): state.heard.append(isHeld ? "held" : "lost")
      case .hidden: state.heard.append("hidden")
      case .fetched(let answer): state.say("status \(answer.status) \(answer.bytes.count)")
      }
      return []
    }

    private static func carryOut(_ state: inout State, _ context: Context) -> [Effect<Message>] {
      let words = state.line.split(separator: " ").map(String.init)
      let name = words.count > 1 ? words[1] : ""
      let number = words.count > 2 ? UInt64(words[2]) ?? 0 : 0
      switch words.first {
      case "load": return [.loadRecords(of: name, since: number) { .loaded($0) }]
      case "commit", "relax":
        let writes = words.dropFirst(3).map(write)
        return [
          .commitRecords(
            writes, in: name, expecting: number, isStrict: words.first == "commit"
          ) { .committed($0) }
        ]
      case "both":
        // A commit and a load at once: the load sees the commit.
        return [
          .commitRecords(
            [.put(name: "both", bytes: [1])], in: name, expecting: number, isStrict: true
          ) { .committed($0) },
          .loadRecords(of: name) { .loaded($0) },
        ]
      case "race":
        state.race = Race(space: name, prefix: words[3], count: Int(number))
        return race(&state, .moved(revision: 0))
      case "spaces": return [.listRecordSpaces { .listed($0) }]
      case "erase":
        let expected = words.count > 2 ? number : nil
        return [.eraseRecords(of: name, expecting: expected) { .erased($0) }]
      case "persist": return [.askToPersist { .persisted($0) }]
      case "lock": return [.holdLock(name, as: "lock") { .held($0) }]
      case "steal": return [.holdLock(name, isStealing: true, as: "lock") { .held($0) }]
      case "release": return [.stop("lock")]
      case "fetch":
        let request = FetchRequest(
          "POST", path: "/slow", contentType: "application/vnd.woodshed.sync",
          body: Array(0...255), timeoutMilliseconds: Int(name) ?? 0)
        return [.fetch(request) { .fetched($0) }]
      case "light": state.say(LightLog.states(runs: Int(name) ?? 0))
      case "random": state.say("\(context.randomBits.0) \(context.randomBits.1)")
      default: state.say("unknown")
      }
      return []
    }

    private static func race(_ state: inout State, _ outcome: RecordsCommit) -> [Effect<Message>] {
      guard var race = state.race else { return [] }
      let expected: UInt64
      switch outcome {
      case .committed(let revision):
        race.made += 1
        expected = revision
      case .moved(let revision):
        race.movedCount += 1
        expected = revision
      case .failed(let error):
        state.say("failed \(error)")
        return []
      }
      state.race = race
      if race.made == race.count {
        state.say("made \(race.made), moved \(race.movedCount)")
        return []
      }
      let put = RecordWrite.put(name: "\(race.prefix)-\(race.made)", bytes: bytes(200))
      return [
        .commitRecords([put], in: race.space, expecting: expected, isStrict: true) { .raced($0) }
      ]
    }

    /// `name=size` puts `size` bytes, `-name` deletes.
    private static func write(_ word: String) -> RecordWrite {
      let parts = word.split(separator: "=").map(String.init)
      if parts.count == 2 { return .put(name: parts[0], bytes: bytes(Int(parts[1]) ?? 0)) }
      return .delete(name: String(word.dropFirst()))
    }

    private static func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }
    }

    private static func text(of loaded: LoadedRecords) -> String {
      var words = ["\(loaded.revision):"]
      if loaded.records.count > 20 {
        let size = loaded.records.reduce(0) { $0 + $1.bytes.count }
        words.append("\(loaded.records.count) records, \(size) bytes")
      } else {
        words += loaded.records.map { "\($0.name)=\($0.bytes.count)" }
      }
      if loaded.records.contains(where: { $0.bytes != bytes($0.bytes.count) }) {
        words.append("damaged")
      }
      switch loaded.continuity {
      case .continued: break
      case .erased: words.append("erased")
      case .removed: words.append("removed")
      }
      return words.joined(separator: " ")
    }

    private static func text(of outcome: RecordsCommit) -> String {
      switch outcome {
      case .committed(let revision): "committed \(revision)"
      case .moved(let revision): "moved \(revision)"
      case .failed(let error): "failed \(error)"
      }
    }

    static func view(_ state: State) -> Node<Message> {
      div {
        input(
          .type("text"), .id("records-line"), .label("Order"), .value(state.line),
          .onInput { .typed($0) })
        button(.id("records-do"), .onClick(.doTapped)) { "do" }
        p(.id("records-answer")) { "#\(state.answerCount) \(state.answer)" }
        p(.id("records-heard")) { state.heard.joined(separator: "; ") }
      }
    }
  }

  extension RecordsPad.State {
    fileprivate mutating func say(_ text: String) {
      answerCount += 1
      answer = text
    }
  }
#endif
