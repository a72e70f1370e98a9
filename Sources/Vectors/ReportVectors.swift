import Analysis
import Domain
import Ledger
import Reports

extension Vector {
  /// The report of every page of analysis about the sample studio, and of what can be chosen on the longest.
  static let reports: [Vector] =
    [
      ("Box now", Question.Subject.boxNow, []), ("Gouger watch", .gouger, []),
      ("Compare", .compare, []), ("Relations", .relations, []),
      ("Relations, one outcome", .relations, [("outcome", "success")]),
      ("Scatter", .scatter, []),
      (
        "Scatter, drawn anew", .scatter,
        [("input", "g_b_r"), ("outcome", "q_pitch"), ("colour", "shaper"), ("bootstrap", "on")]
      ),
      ("Life", .life, []), ("Trends", .trends, []), ("Model", .model, []),
      ("Model, another outcome", .model, [("outcome", "hours")]), ("Ratings", .ratings, []),
      ("Experiment", .experiment, []), ("Suggestions", .suggestions, []),
    ].map { name, subject, choices in
      Vector("Reports come out the same: \(name)") { evidence in
        var question = Question(subject, today: AnalysisSample.today)
        for (control, value) in choices { question[control] = value }
        for isInInches in [false, true] {
          question.isInInches = isInInches
          let bytes = AnalysisSample.report(question, AnalysisSample.studio)
          evidence.note(digest(bytes))
          let again = try? Report(bytes)
          evidence.expect(again?.bytes == bytes, "its bytes do not give it back")
        }
      }
    } + [
      Vector("Reports of noise come out the same") { evidence in
        for subject in [Question.Subject.relations, .scatter, .model] {
          let rows = AnalysisSample.noise(reeds: 60)
          let question = Question(subject, today: AnalysisSample.today)
          evidence.note(digest(AnalysisSample.report(question, rows)))
        }
      }
    ]

  private static func digest(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish().hex
  }
}
