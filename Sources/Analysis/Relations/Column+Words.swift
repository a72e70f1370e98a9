import Domain
import Ledger

// How a column is said within a sentence.
extension Column {
  /// `thicker middle of half A`, or the opposite of it.
  func words(isMore: Bool) -> String {
    let (more, less, noun) = phrase
    return "\(isMore ? more : less) \(noun)"
  }

  /// `middle of half A`.
  var noun: String { phrase.noun }

  /// Whether it is worked out from another.
  func isMade(of other: Column) -> Bool {
    guard case .reed(let field) = other.source, ReedField.gougePoints.contains(field.id) else {
      return false
    }
    return switch source {
    case .gougeMean, .gougeSides, .gougeHalves: true
    default: false
    }
  }

  /// What reeds have that have more of it: `a thicker middle of half A`, `more flexibility of the cane`.
  var having: String {
    let words = words(isMore: true)
    let needsArticle =
      switch source {
      case .gougeMean, .gougeSides, .gougeHalves: true
      case .reed(let field):
        ReedField.gougePoints.contains(field.id) || phrase.more.hasSameBytes(as: "higher")
      default: false
      }
    return needsArticle ? "a \(words)" : words
  }

  private typealias Phrase = (more: String, less: String, noun: String)

  private var phrase: Phrase {
    switch source {
    case .hours: return ("more", "less", "time played")
    case .score: return ("a higher", "a lower", "score of yours")
    case .day: return ("a later", "an earlier", "start")
    case .gougeMean: return ("thicker", "thinner", "gouge")
    case .gougeSides: return ("thicker", "thinner", "left of the gouge against its right")
    case .gougeHalves: return ("thicker", "thinner", "half A against half B")
    case .reed(let field):
      return Self.phrase(of: field, in: Self.inputs, ReedField.reed)
    case .test(let field):
      return Self.phrase(of: field, in: Self.outcomes, ReedField.test)
    case .month, .season: return ("a later", "an earlier", Words.lowered(label))
    case .reedIs, .testIs: return ("more", "fewer", "reeds with “\(label)”")
    }
  }

  /// The phrase of a field, unless the person calls it something else.
  private static func phrase(
    of field: ReedField, in phrases: [(name: String, phrase: Phrase)], _ builtIn: [ReedField]
  ) -> Phrase {
    let found = phrases.first { $0.name.hasSameBytes(as: field.name) }
    let original = builtIn.first { $0.name.hasSameBytes(as: field.name) }
    let isRenamed = original.map { !$0.label.hasSameBytes(as: field.label) } ?? true
    if let found, !isRenamed { return found.phrase }
    let noun = isRenamed ? "“\(field.label)”" : Words.lowered(field.label)
    return (found?.phrase.more ?? "higher", found?.phrase.less ?? "lower", noun)
  }

  private static let inputs: [(name: String, phrase: Phrase)] = {
    var all: [(name: String, phrase: Phrase)] = [
      ("harvest_year", ("a later", "an earlier", "harvest")),
      ("tube_diameter", ("a larger", "a smaller", "tube diameter")),
      ("straightness", ("straighter", "less straight", "cane")),
      ("hardness_a", ("a harder", "a softer", "first end of the cane")),
      ("hardness_b", ("a harder", "a softer", "other end of the cane")),
      ("sink_time", ("a longer", "a shorter", "sink time")),
      ("density", ("a higher", "a lower", "density")),
      ("cane_flexibility", ("more", "less", "flexibility of the cane")),
      ("soak_time", ("longer", "shorter", "soaking")),
      ("gouge_rest", ("a longer", "a shorter", "rest after gouging")),
      ("shape_width", ("a wider", "a narrower", "shape")),
      ("throat_width", ("a wider", "a narrower", "throat")),
      ("staple_length", ("a longer", "a shorter", "staple")),
      ("tie_length", ("a longer", "a shorter", "tie length")),
      ("wrap_close", ("a later", "an earlier", "closing of the sides")),
      ("overall_length", ("a longer", "a shorter", "finished reed")),
      ("tip_start", ("a higher", "a lower", "start of the tip")),
      ("tip_len", ("a longer", "a shorter", "tip")),
      ("heart_len", ("a longer", "a shorter", "heart")),
      ("back_len", ("a longer", "a shorter", "back")),
      ("tip_thick", ("a thicker", "a thinner", "tip")),
      ("heart_thick", ("a thicker", "a thinner", "heart")),
      ("back_thick", ("a thicker", "a thinner", "back")),
      ("opening", ("a wider", "a narrower", "tip opening")),
      ("blade_offset", ("a larger", "a smaller", "blade offset")),
      ("strokes", ("a higher", "a lower", "number of strokes")),
      ("scrape_time", ("more", "less", "time at the knife")),
      ("clips", ("a higher", "a lower", "number of clips")),
      ("wire_1", ("a higher", "a lower", "first wire")),
      ("wire_2", ("a higher", "a lower", "second wire")),
      ("wire_3", ("a higher", "a lower", "third wire")),
      ("tube_length", ("a longer", "a shorter", "tube")),
      ("blade_length", ("a longer", "a shorter", "blade")),
      ("collar", ("a longer", "a shorter", "collar beyond the first wire")),
      ("ream_depth", ("deeper", "shallower", "reaming")),
    ]
    let points = ["left", "middle", "right"]
    for (half, letter) in [("A", "a"), ("B", "b")] {
      for (point, word) in zip(["l", "m", "r"], points) {
        all.append(("g_\(letter)_\(point)", ("thicker", "thinner", "\(word) of half \(half)")))
      }
      all.append(("g_\(letter)_end", ("thicker", "thinner", "end of half \(half)")))
    }
    for place in 0..<9 {
      all.append(
        (
          "thick_\(3 * place)",
          ("a thicker", "a thinner", "blade \(3 * place) mm from the collar")
        ))
    }
    return all
  }()

  private static let outcomes: [(name: String, phrase: Phrase)] = [
    ("t_attack", ("a better", "a poorer", "air attack")),
    ("t_peep", ("a higher", "a lower", "peep")),
    ("t_peep_clear", ("a clearer", "a duller", "peep")),
    ("t_gliss", ("a longer", "a shorter", "glissando")),
    ("t_crow", ("a higher", "a lower", "crow")),
    ("t_crow_balance", ("a more even", "a less even", "crow")),
    ("t_crow_rattle", ("more", "less", "rattle in the crow")),
    ("a4", ("a higher", "a lower", "A4")),
    ("q_response", ("better", "poorer", "response")),
    ("q_ring", ("more", "less", "ring")),
    ("q_depth", ("more", "less", "depth")),
    ("q_stability", ("more", "less", "stability")),
    ("q_flexibility", ("more", "less", "flexibility")),
    ("q_evenness", ("more", "less", "evenness")),
    ("q_high", ("better", "poorer", "high notes")),
    ("q_low", ("better", "poorer", "low notes")),
  ]
}

extension Goodness {
  /// `higher success`, `resistance nearer to just right`.
  func words(isMore: Bool) -> String {
    guard case .near = kind else { return column.words(isMore: isMore) }
    return "\(column.noun) \(isMore ? "farther from" : "nearer to") just right"
  }
}
