import Domain
import Ledger
import Markup
import RoomKit

extension Reeds {
  static func studyPage(_ state: State) -> Node<Message> {
    let desk = state.study
    return article(.className("page reed-study")) {
      pageHead(caps: "Your reeds in research", "Studies")
      parts(.files)
      if let consent = desk.consent {
        consentCard(consent, desk)
        if let draft = desk.draft { fileCard(draft, desk) }
      } else {
        codeCard(desk)
      }
      if let failure = desk.failure {
        p(.className("note problem"), .role("alert")) {
          Icon.warning.view()
          failure
        }
      }
      if !desk.consents.isEmpty { studiesCard(desk) }
    }
  }

  private static func codeCard(_ desk: StudyDesk) -> Node<Message> {
    card("Take part in a study", id: "study-begin") {
      p(.className("quiet")) {
        "Did somebody who studies reeds give you a code? Enter it here. You choose what to share and see the exact file "
          + "first. Woodshed sends nothing."
      }
      form(.className("stack"), .onSubmit(.study(.begun))) {
        textField(
          FieldFrame("Study code", id: "study-code", problem: desk.problem), value: desk.typed
        ) { .study(.typed($0)) }
        p { button(.type("submit"), .className("primary")) { "Continue" } }
      }
    }
  }

  // MARK: - Consent

  private static func consentCard(_ consent: StudyConsent, _ desk: StudyDesk) -> Node<Message> {
    section(.className("card stack"), .labelledBy("study-items")) {
      h2(.id("study-items"), .tabIndex(-1)) { "Share with \(consent.code)" }
      for words in StudyConsent.text { p { words } }
      fieldset(.className("stack")) {
        legend { "I agree to share" }
        for item in StudyItem.allCases {
          checkField(item.words, id: "study-\(item.name)", isOn: consent[item]) {
            .study(.ticked(item, $0))
          }
        }
      }
      placeField(
        FieldFrame("Who agrees", id: "study-age"), ages, "\(desk.age.rawValue)"
      ).map { .study(.aged(Age(rawValue: $0) ?? .unknown)) }
      div(.className("row wrap")) {
        action(
          "Show my file", icon: .file, style: desk.draft == nil ? .primary : .plain,
          isDisabled: desk.isBusy || desk.isOpening || desk.age == .unknown, isBusy: desk.isBusy,
          .study(.wanted))
        action("Cancel", .study(.left))
      }
      p(.className("quiet small")) { "Version \(StudyConsent.textVersion) of this text" }
    }
  }

  private static let ages: [(value: String, text: String)] = [
    ("0", "Choose"), ("1", "Me: I am 18 or older"),
    ("2", "I am under 18: my parent or guardian agrees, and so do I"),
  ]

  // MARK: - The file

  private static func fileCard(_ draft: StudyDraft, _ desk: StudyDesk) -> Node<Message> {
    section(.className("card stack"), .labelledBy("study-file")) {
      h2(.id("study-file"), .tabIndex(-1)) { "Your file" }
      dl(.className("facts")) {
        fact("Reeds", "\(draft.reedCount)")
        fact("Tests", "\(draft.testCount)")
        fact("Size", "\((draft.file.count + 999) / 1_000) KB")
        fact("Your code", draft.participant)
      }
      models(draft, desk.hidden)
      if !draft.warnings.isEmpty {
        h3 { "Check this" }
        ul(.className("reed-problems small")) { for words in draft.warnings { li { words } } }
      }
      h3(.id("study-text")) { desk.isWhole ? "All of it" : "How it begins" }
      pre(.className("study-text"), .tabIndex(0), .role("region"), .labelledBy("study-text")) {
        desk.isWhole ? String(decoding: draft.file, as: UTF8.self) : beginning(of: draft.file)
      }
      div {
        action(desk.isWhole ? "Show less" : "Show all", style: .quiet, .study(.wholeShown))
      }
      p(.className("quiet")) {
        "This file is personal data, although your name is not in it. Give it only to the coordinator."
      }
      div(.className("row wrap")) {
        action(
          "I agree: download", icon: .download, style: .primary, isDisabled: desk.isBusy,
          .study(.agreed))
        action("Cancel", .study(.left))
      }
    }
  }

  private static func models(_ draft: StudyDraft, _ hidden: [RowID]) -> [Node<Message>] {
    guard !draft.models.isEmpty else { return [] }
    return [
      fieldset(.className("stack")) {
        legend { "Tool names in the file" }
        p(.className("quiet small")) {
          "Untick a name that few people use, or that is your own. The coordinator replaces names of fewer than five "
            + "players by “other”."
        }
        for model in draft.models {
          checkField(
            "\(model.name) (\(model.sort.label.inLowerCase))"
              + (model.warning.map { " – \($0)" } ?? ""), id: "study-\(model.id.bits.hex)",
            isOn: !hidden.contains(model.id)
          ) { .study(.modelTicked(model.id, $0)) }
        }
      }
    ]
  }

  /// The first lines, none of them too long.
  private static func beginning(of file: [UInt8]) -> String {
    var lines: [String] = []
    for line in file.prefix(20_000).split(separator: 0x0A).prefix(12) {
      let text = String(decoding: line, as: UTF8.self)
      lines.append(line.count > 400 ? text.shortened(to: 400) + " …" : text)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: - Studies taken part in

  private static func studiesCard(_ desk: StudyDesk) -> Node<Message> {
    section(.className("card stack"), .labelledBy("study-list")) {
      h2(.id("study-list"), .tabIndex(-1)) { "Your studies" }
      ul(.className("list reed-saves")) {
        for consent in desk.consents { row(consent, desk).keyed(consent.id.key) }
      }
    }
  }

  private static func row(_ consent: StudyConsent, _ desk: StudyDesk) -> Node<Message> {
    let isOver = consent.withdrawn != 0
    let said =
      isOver
      ? "Withdrawn on \(MomentText.dayText(consent.withdrawn))"
      : "Agreed on \(MomentText.dayText(consent.given)) · text version \(consent.textVersion)"
    return li(.className("list-row stack")) {
      div(.className("row wrap")) {
        div {
          strong { consent.code }
          div(.className("quiet small")) { said }
        }
        div(.className("row push wrap")) {
          if !isOver {
            action(
              "New file", label: "New file for \(consent.code)", isDisabled: desk.isBusy,
              .study(.again(consent.id)))
          }
          action(
            isOver ? "Withdrawal file" : "Withdraw",
            label: isOver
              ? "Withdrawal file for \(consent.code)" : "Withdraw from \(consent.code)",
            isDisabled: desk.isBusy, .study(.withdrawn(consent.id)))
        }
      }
    }
  }

  /// The way to studies, on the page of files.
  static var studyLink: Node<Message> {
    card("Studies", id: "reeds-study") {
      p(.className("quiet")) {
        "Share your reeds with a study, without your name or anything you wrote."
      }
      p { a(.className("button"), .href(Place.study.path)) { "Take part in a study" } }
    }
  }
}
