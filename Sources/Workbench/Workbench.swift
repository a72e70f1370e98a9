#if arch(wasm32)
  import Markup
  import Page
  import Program
  import Vectors

  /// The page for the browser's tests and benchmarks: a long list, a form, random trees, and a pad that shows its
  /// events.
  enum Workbench: Program {
    struct Row {
      let number: Int
      var label: String
    }

    struct State {
      var rows: [Row] = []
      var nextRow = 1
      var fields = [String](repeating: "", count: 60)
      var isForm = false
      var random = SeededRandom(seed: 1)
      var plan: TreePlan?
      var sensed = ""
      var records = RecordsPad.State()
      var ledger = RowsPad.State()
    }

    enum Message {
      case createTapped, replaceTapped, updateTapped, swapTapped, removeTapped, appendTapped
      case clearTapped, formTapped, treeTapped
      case typed(Int, String)
      case sensed(String)
      case awayTapped, backTapped, eraseTapped
      case records(RecordsPad.Message)
      case ledger(RowsPad.Message)
    }

    static func state(at launch: Launch) -> State { State() }

    static func start(_ state: inout State, _ launch: Launch) -> [Effect<Message>] {
      let effects: [Effect<Message>] = [
        .title("Workbench"),
        .watchAddress { .sensed("address \($0)") },
        .watchMedia("(min-width: 700px)", as: "width") { .sensed($0 ? "wide" : "narrow") },
        .watchVisibility { .sensed($0 ? "seen" : "hidden") },
      ]
      return effects + RecordsPad.start.map { $0.map(Message.records) }
    }

    static func update(
      _ state: inout State, _ message: Message, _ context: Context
    ) -> [Effect<Message>] {
      switch message {
      case .createTapped, .replaceTapped: state.rows = state.newRows()
      case .appendTapped: state.rows += state.newRows()
      case .updateTapped:
        for index in stride(from: 0, to: state.rows.count, by: 10) {
          state.rows[index].label += " !!!"
        }
      case .swapTapped where state.rows.count > 998: state.rows.swapAt(1, 998)
      case .removeTapped where state.rows.count > 4: state.rows.remove(at: 4)
      case .clearTapped: state.rows = []
      case .formTapped: state.isForm.toggle()
      case .typed(let index, let text): state.fields[index] = text
      case .sensed(let text): state.sensed = text
      case .awayTapped: return [.navigate(to: "/away")]
      case .backTapped: return [.goBack]
      case .eraseTapped: return [.erase("outline")]
      case .treeTapped: return nextTree(&state)
      case .ledger(let message): RowsPad.update(&state.ledger, message)
      case .records(let message):
        return RecordsPad.update(&state.records, message, context).map { $0.map(Message.records) }
      default: break
      }
      return []
    }

    /// Shows another tree and saves the outline that the page must have now.
    private static func nextTree(_ state: inout State) -> [Effect<Message>] {
      let plan: TreePlan
      if let old = state.plan, !state.random.once(in: 3) {
        plan = old.changed(&state.random)
      } else {
        plan = TreePlan.random(depth: 4, &state.random)
      }
      state.plan = plan
      return [.save(Outline.expected(of: plan.node), under: "outline")]
    }

    static func view(_ state: State) -> Node<Message> {
      div {
        h1 { "Workbench" }
        p {
          for (id, message) in buttons { button(.id(id), .onClick(message)) { id } }
        }
        table {
          tbody {
            for row in state.rows { rowView(row) }
          }
        }
        if state.isForm { form(state.fields) }
        pad(state.sensed)
        RecordsPad.view(state.records).map(Message.records)
        RowsPad.view(state.ledger).map(Message.ledger)
        div(.id("tree")) {
          if let plan = state.plan { plan.node.map { _ in Message.formTapped } }
        }
      }
    }

    private static func pad(_ sensed: String) -> Node<Message> {
      div(
        .id("pad"),
        .onPointerMove { .sensed("at \(Int($0.x)) \(Int($0.y)), buttons \($0.buttons)") },
        .onWheel { .sensed("wheel \(Int($0.x)) \(Int($0.y))") },
        .onDrop { files in
          .sensed(files.map { "\($0.name) \($0.type) \($0.size)" }.joined(separator: ", "))
        }
      ) {
        p(.id("sensed")) { sensed }
      }
    }

    private static func rowView(_ row: Row) -> Node<Message> {
      lazy([.number(Int64(row.number)), .text(row.label)]) {
        tr {
          td { "\(row.number)" }
          td { a(.href("#")) { row.label } }
          td { button(.label("Remove"), .onClick(.removeTapped)) { "×" } }
        }
      }.keyed(.number(UInt64(row.number)))
    }

    private static func form(_ fields: [String]) -> Node<Message> {
      Markup.form {
        for (index, text) in fields.enumerated() {
          div(.className("field")) {
            label(.labelFor("field-\(index)")) { "Field \(index)" }
            input(
              .type("text"), .id("field-\(index)"), .value(text),
              .onInput { .typed(index, $0) })
            p { "\(text.utf8.count) bytes" }
          }
        }
      }
    }

    private static let buttons: [(String, Message)] = [
      ("create", .createTapped), ("replace", .replaceTapped), ("update", .updateTapped),
      ("swap", .swapTapped), ("remove", .removeTapped), ("append", .appendTapped),
      ("away", .awayTapped), ("back", .backTapped), ("erase", .eraseTapped),
      ("clear", .clearTapped), ("form", .formTapped), ("next", .treeTapped),
    ]
  }

  extension Workbench.State {
    fileprivate mutating func newRows() -> [Workbench.Row] {
      defer { nextRow += 1_000 }
      return (nextRow..<nextRow + 1_000).map {
        Workbench.Row(number: $0, label: "Reed \($0) of the long list")
      }
    }
  }

  /// Starts the workbench; the page has stored the launch payload.
  @_expose(wasm, "start")
  @c(woodshed_start)
  public func start(_ launchSize: Int32) {
    Page.run(Workbench.self, launchSize: launchSize)
  }
#endif
