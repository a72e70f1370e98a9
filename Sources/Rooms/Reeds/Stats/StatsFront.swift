import Domain
import Ledger
import Markup
import Reports
import RoomKit

// The pages of analysis in a list, and what a person sets for all of them.
extension Reeds {
  static func statsPages(_ family: ReedField.Family) -> Node<Message> {
    ul(.className("stats-pages")) {
      // Nobody gouges single reeds.
      for subject in Question.Subject.listed where family != .singles || subject != .gouger {
        li {
          a(.className("card"), .href(Place.stats(subject).path)) {
            strong { subject.title }
            span(.className("quiet small")) { subject.line(for: family) }
          }
        }
      }
    }
  }

  // MARK: - Suggestions

  static var suggestionsOff: Node<Message> {
    emptyState(
      .bulb, "Suggestions are off",
      "When they are on, Woodshed looks at your reeds on this device and shows at most three things to try, each with its evidence."
    ) {
      action("Turn on suggestions", style: .primary, .stats(.suggests(true)))
    }
  }

  static func suggestionSettings(_ settings: StatsSettings) -> Node<Message> {
    let changes = FieldFrame(
      "What you change when a reed responds late", id: "stats-changes",
      help: "One change per line, in your order. Leave it empty to see what makers teach.")
    return div(.className("stack stats-controls")) {
      changes.view(
        textarea(
          .id(changes.id), .describedBy(changes.noteID), .value(settings.changes),
          .onChange { .stats(.changesListed($0)) }))
      div(.className("row wrap")) {
        choiceField(
          FieldFrame(
            "Reeds in use, at least", id: "stats-least",
            help: "With fewer, it suggests tying or scraping more. 0 = never."),
          (0...12).map { ("\($0)", $0) },
          chosen: Int(settings.leastInUse)
        ) { .stats(.leastChosen($0)) }
        action("Turn off suggestions", style: .quiet, .stats(.suggests(false)))
      }
    }
  }

  // MARK: - Your score

  /// How much each quality counts.
  static func scoreSheet(_ settings: StatsSettings) -> [Node<Message>] {
    [
      p(.className("quiet")) {
        "Your score is the mean of these qualities, from 0 to 10. Give more weight to what matters more to you."
      },
      div(.className("stats-choices")) {
        for (place, quality) in StatsSettings.qualities.enumerated() {
          choiceField(
            FieldFrame(quality.label, id: "stats-weight-\(place)"), weights,
            chosen: Int(settings.weights[place])
          ) { .stats(.weighed(place, $0)) }
        }
      },
    ]
  }

  private static let weights: [(text: String, content: Int)] =
    StatsSettings.weightRange.map { ($0 == 0 ? "Doesn’t count" : "× \($0)", Int($0)) }

  // MARK: - Compare

  /// Compares reeds by a field, or by what a page asks first.
  static func compareButton(_ field: String?, _ label: String) -> Node<Message> {
    let choices = field.map { [Question.Choice("input", $0)] } ?? []
    return action("Compare", label: label, icon: .tuner, .stats(.ask(.compare, choices)))
  }
}

extension ReedField {
  /// Whether it names a tool of a sort.
  func isTool(_ sort: ReedTool.Sort) -> Bool {
    if case .tool(let own) = content { own == sort } else { false }
  }
}

extension ReedIndex.Line {
  /// The name of the first field by which reeds of its kind are usually compared.
  var comparable: String? {
    let known = [ReedField.shaper, ReedField.staple, ReedField.brand].first { value($0) != .null }
    return known.flatMap { field in ReedField.reed.first { $0.id == field }?.name }
  }
}
