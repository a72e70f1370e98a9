public import Markup
import RoomKit

extension ComponentsPage {
  @export(interface)
  public static func view(_ state: State) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "Every component in every state", "Components") {
        iconButton(.add, label: "Page action", style: .primary, .toastAsked)
      }
      div(.className("columns")) {
        buttons
        choices(state)
        numbers(state)
        texts(state)
        pickers(state)
        lists(state)
        waiting
        dialogs(state)
        type
        colours
        icons
        device(state)
      }
    }
  }

  private static var buttons: Node<Message> {
    card("Buttons", id: "c-buttons") {
      div(.className("row wrap")) {
        action("Start", style: .primary, .nothingDone)
        action("Tap", .nothingDone)
        action("Later", style: .quiet, .nothingDone)
        action("Erase for good", style: .danger, .nothingDone)
      }
      div(.className("row wrap")) {
        action("Start", style: .primary, isDisabled: true, .nothingDone)
        action("Tap", isDisabled: true, .nothingDone)
        action("Saving …", isBusy: true, .nothingDone)
        action("Record", icon: .record, .nothingDone)
      }
      div(.className("row wrap")) {
        iconButton(.minus, label: "Less", .nothingDone)
        iconButton(.add, label: "More", .nothingDone)
        iconButton(.play, label: "Play", style: .primary, .nothingDone)
        iconButton(.stop, label: "Stop", isDisabled: true, .nothingDone)
      }
    }
  }

  private static func choices(_ state: State) -> Node<Message> {
    card("Chips and segments", id: "c-choices") {
      div(.className("chips")) {
        for (index, note) in ["A", "B♭", "B", "C", "C♯", "D"].enumerated() {
          chip(note, isOn: state.chips.contains(index), .chipTapped(index))
        }
        chip("E♭", isOn: false, isDisabled: true, .nothingDone)
      }
      segmented(
        "Speed of the needle", name: "needle",
        ["Fast", "Normal", "Slow"].enumerated()
          .map { ($0.element, state.segment == $0.offset, .segmentChosen($0.offset)) })
      checkField("Drone in the gaps", id: "c-check", isOn: state.isTicked, Message.ticked)
      checkField("Some of them", id: "c-mixed", isOn: false, isMixed: true) { _ in .nothingDone }
      checkField("Not available here", id: "c-off", isOn: false, isDisabled: true) { _ in
        .nothingDone
      }
    }
  }

  private static func numbers(_ state: State) -> Node<Message> {
    card("Numbers", id: "c-numbers") {
      NumberField.view(
        state.tempo, FieldFrame("Tempo", id: "c-tempo", help: "Hold − or + to repeat."), tempoRule
      ).map(Message.tempo)
      NumberField.view(state.gouge, FieldFrame("Gouge", id: "c-gouge"), gougeRule)
        .map(Message.gouge)
      NumberField.view(
        state.gouge, FieldFrame("Read-only", id: "c-fixed", isDisabled: true), gougeRule
      ).map(Message.gouge)
    }
  }

  private static func texts(_ state: State) -> Node<Message> {
    card("Texts", id: "c-texts") {
      textField(
        FieldFrame("Name of the reed", id: "c-text", help: "As you call it at the bench."),
        value: state.text, placeholder: "Staple 27", Message.textTyped)
      textField(
        FieldFrame(
          "Staple length", id: "c-wrong",
          problem: "“47 mm long” is not a number. Type the millimetres only."),
        value: "47 mm long"
      ) { _ in .nothingDone }
      textField(
        FieldFrame("Given by the maker", id: "c-disabled", isDisabled: true), value: "Howarth"
      ) { _ in .nothingDone }
      textArea(FieldFrame("Notes", id: "c-notes"), value: state.notes, Message.notesTyped)
    }
  }

  private static func pickers(_ state: State) -> Node<Message> {
    card("Choice, colour, date", id: "c-pickers") {
      choiceField(
        FieldFrame("Instrument", id: "c-choice"),
        choices: [
          ("oboe", "Oboe"), ("english-horn", "English horn"), ("oboe-damore", "Oboe d’amore"),
        ], value: state.choice, Message.choiceMade)
      colourField(
        FieldFrame("Thread", id: "c-colour"), value: state.colour, Message.colourChosen)
      dateField(
        FieldFrame("Tied on", id: "c-date", help: "Leave empty if unknown."),
        value: state.day, Message.dayChosen)
    }
  }

  private static func lists(_ state: State) -> Node<Message> {
    card("Lists", id: "c-lists") {
      if state.rows.isEmpty {
        emptyState(.journal, "No notes yet", "Your practice notes appear here.") {
          action("Restore", style: .primary, .rowsRestored(State().rows))
        }
      } else {
        ul(.className("list")) {
          for row in state.rows {
            li(.className("list-row")) {
              div {
                strong { row }
                div(.className("quiet small")) { "Slow air before the tongue." }
              }
              iconButton(.close, label: "Delete \(row)", .rowRemoved(row))
            }.keyed(.text(row))
          }
        }
      }
      ul(.className("list")) {
        listRow("Staple 27", detail: "Howarth 47 · RC 10.5", figure: "+2 ¢")
        listRow("Session: 6 études", figure: "48:20")
      }
    }
  }

  private static var waiting: Node<Message> {
    card("Waiting", id: "c-waiting") {
      progressBar("Rendering the click track", share: 0.62)
      progressBar("Looking for the server", share: nil)
    }
  }

  private static func dialogs(_ state: State) -> Node<Message> {
    card("Dialogs and toasts", id: "c-dialogs") {
      div(.className("row wrap")) {
        action("Open a dialog", id: "c-open-dialog", .dialogOpened)
        action("Open a sheet", id: "c-open-sheet", .sheetOpened)
        action("Say something", .toastAsked)
      }
      dialogBox(
        "Erase for good?", id: "c-dialog", isOpen: state.isDialogOpen, closed: .dialogClosed
      ) {
        p { "Monday’s three takes will be erased from every device. This can’t be undone." }
        div(.className("row wrap end")) {
          action("Cancel", .dialogClosed)
          action("Erase", style: .danger, .dialogClosed)
        }
      }
      dialogBox(
        "Subdivision", id: "c-sheet", isOpen: state.isSheetOpen, isSheet: true,
        closed: .sheetClosed
      ) {
        ul(.className("list")) {
          listRow("Quarters", figure: "1")
          listRow("Eighths", figure: "2")
          listRow("Triplets", figure: "3")
        }
      }
    }
  }

  private static var type: Node<Message> {
    card("Type", id: "c-type") {
      p(.className("caps")) { "A = 442 · equal · concert C" }
      p(.className("display figure")) { "132" }
      p {
        "Running text with a "
        a(.href("/about")) { "link" }
        ", "
        code { "code" }
        " and "
        kbd { "?" }
        "."
      }
      p(.className("quiet small")) { "Small and quiet: response better on reed 27." }
    }
  }

  private static var colours: Node<Message> {
    card("Colours", id: "c-colours") {
      ul(.className("swatches")) {
        for name in ["cane", "strong", "in-tune", "flat", "sharp", "record"] {
          li {
            span(.className("swatch swatch-\(name)")) {}
            name
          }
        }
      }
    }
  }

  private static var icons: Node<Message> {
    card("Icons", id: "c-icons") {
      ul(.className("icon-list")) {
        for icon in Icon.allCases {
          li {
            icon.view()
            span(.className("small quiet")) { icon.name }
          }
        }
      }
    }
  }

  private static func device(_ state: State) -> Node<Message> {
    card("Device features", id: "c-device") {
      div(.className("row wrap")) {
        action("Copy", icon: .copy, .copyAsked)
        action("Share", icon: .share, .shareAsked)
        action("Download", icon: .download, .downloadAsked)
        action("Choose a file", icon: .file, .fileAsked)
        action("Ask the server", .serverAsked)
        action(state.isAwake ? "Let the screen sleep" : "Keep the screen on", .awakeSwitched)
        action("Buzz", .buzzAsked)
        action("Full screen", .fullscreenAsked)
        action(state.isCounting ? "Stop counting" : "Count frames", .framesSwitched)
        action("Stop the app", icon: .warning, style: .danger, .crashAsked)
      }
      p(.className("quiet"), .id("c-report"), .live("polite")) { state.report }
      p(.className("quiet small")) {
        "Frames counted: "
        span(.className("figure"), .id("c-frames")) { "\(state.frames)" }
      }
    }
  }
}
