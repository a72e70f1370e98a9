import Training

extension Vector {
  static let training = [
    Vector("Grades are read and converted the same") { evidence in
      let texts = [
        "VB", "V0-", "5", "V5+", "6A+", "6a+", "7b/7b+", "5.10a", "5.10a/b", "5.12-", "VII+", "7+",
        "Grade 5", "ABRSM 8", "Prep", "V3–V4", "hard", "",
      ]
      for scale in GradeScale.builtIn {
        for text in texts + scale.grades.map({ $0.name }) {
          guard let span = scale.read(text) else {
            evidence.note("-")
            continue
          }
          evidence.note(scale.text(span))
          evidence.note(span.position)
          evidence.note(span.halfWidth)
          for other in GradeScale.builtIn {
            do throws(GradeRefusal) {
              evidence.note(other.text(try other.convert(span, from: scale)))
            } catch {
              evidence.note(error.message)
            }
          }
        }
        for grade in scale.grades {
          evidence.expect(
            scale.read(grade.name).map { scale.text($0) } ?? "", is: grade.name, scale.id)
        }
      }
    },
    Vector("A log gives the same abilities and difficulties") { evidence in
      for scale in [GradeScale.v, .abrsm] {
        let log = TrainingSample.log(items: 300, tries: 2_000, votes: 50)
        let rating = Rating(log, factor: scale.factor)
        for item in log.items.indices {
          evidence.note(rating.difficulty(of: item)?.value ?? -99)
          evidence.note(rating.difficulty(of: item)?.sigma ?? -99)
          evidence.note(rating.chance(item: item, at: 20_000_000) ?? -99)
        }
        for day in rating.curve(secondsEast: -3_600) {
          evidence.note([UInt32(truncatingIfNeeded: day.day), UInt32(day.ability.tries)])
          evidence.note(day.ability.value)
          evidence.note(day.ability.sigma)
        }
        evidence.expect(rating.ability()?.tries == 2_000, "tries are lost")
      }
    },
    Vector("The same suggestions are made for the same reasons") { evidence in
      let log = TrainingSample.log(items: 3_000, tries: 500)
      let rating = Rating(log, factor: GradeScale.font.factor)
      let candidates = TrainingSample.candidates(3_000)
      for seed in 0..<4 as Range<UInt64> {
        var recommender = Recommender()
        recommender.seed = seed
        recommender.comesDueAgain = seed % 2 == 1
        let found = recommender.suggest(candidates, rating: rating, day: 200)
        for list in [found.warmUp, found.atLevel, found.project, found.somethingNew] {
          evidence.expect(list.count == recommender.count, "a list is short")
          for suggestion in list {
            evidence.note([UInt32(suggestion.item)])
            evidence.note(suggestion.chance ?? -1)
            evidence.note(suggestion.reason(tagName: suggestion.tag.map { "tag \($0)" }))
          }
        }
      }
    },
    Vector("A season of training runs the same") { evidence in
      var shape = TrainingShape.school(seed: 5)
      (shape.people, shape.weeks, shape.seeds) = (6, 4, [5])
      for rule in TrainingRule.allCases {
        let figures = TrainingFigures.of(rule, in: shape)
        evidence.note(
          [figures.suggestions, figures.inZone, figures.sent, figures.notLive].map { UInt32($0) })
        evidence.note(figures.abilityError ?? -1)
        evidence.note(figures.heldOut.ourBrier)
      }
    },
  ]
}
