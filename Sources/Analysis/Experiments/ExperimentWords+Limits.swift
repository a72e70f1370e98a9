import Domain

// What an experiment's answer does not hold for, and what it does not count.
extension ExperimentWords {
  /// What makes the answer weaker than planned.
  var weakened: [String] {
    var lines: [String] = []
    if experiment.ended == 0 {
      lines.append("It is still running (\(progress)); this is an early look, and no verdict.")
    } else if !data.isEndedByRule {
      let reason = experiment.reason.isEmpty ? "" : " Reason: \(experiment.reason)"
      lines.append("It was ended early (\(progress)), which weakens its answer.\(reason)")
    }
    if data.wasLookedAt {
      lines.append(
        "Results were looked at before the end\(lookDays), so this counts as supported at most, not "
          + "as tested.")
      let looks = max(data.looks.count, 1) + (experiment.ended == 0 ? 0 : 1)
      if looks > 1 {
        lines.append(
          "Each look gives luck another chance: to stop at the first of \(Words.small(looks)) looks "
            + "that shows a difference finds one where there is none "
            + "\(ExperimentResult.falseAlarms(looks: looks)) instead of 5.")
      }
    }
    if data.wasReopened {
      lines.append("It was ended once, which showed its results, and then went on.")
    }
    if data.takenOut > 0 {
      lines.append(
        "Taken out after being rated: \(Words.count(data.takenOut, "reed", "reeds")). Choosing "
          + "which ratings to keep can produce any result, so this counts as supported at most, not "
          + "as tested.")
    }
    if !data.changes.isEmpty {
      lines.append(
        "Changed after the start: \(Words.list(data.changes.map { Words.lowered($0) })). The "
          + "result no longer answers the original plan.")
    }
    return lines
  }

  /// Which arms go by another name since the start.
  var merged: [String] {
    (0..<2).filter { !experiment.merged[$0].isEmpty }.map {
      "The \($0 == 0 ? "first" : "second") of the two was merged into \(data.arms[$0]) after the "
        + "start, and goes by that name here."
    }
  }

  var leftOut: [String] {
    var lines: [String] = []
    let unrated = data.reeds.count - data.rated
    if unrated > 0 {
      lines.append("Not counted: \(Words.count(unrated, "reed", "reeds")) without a rating.")
    }
    let alone = isPaired ? data.rated - 2 * data.count : 0
    if alone > 0 {
      lines.append(
        "Not counted: \(Words.count(alone, "rated reed", "rated reeds")) whose partner is not "
          + "rated.")
    }
    if data.twice > 0 {
      lines.append(
        "\(Words.sentence(Words.small(data.twice))) \(data.twice == 1 ? "place was" : "places were") "
          + "filled twice, on two devices; the reed put there first counts.")
    }
    if data.repeated > 0 {
      lines.append(
        "Not counted: \(Words.count(data.repeated, "reed", "reeds")) put into a second place.")
    }
    if data.lost > 0 {
      lines.append(
        "Not counted: \(Words.count(data.lost, "reed", "reeds")) deleted since. Whether they were "
          + "rated is no longer known, so this counts as supported at most, not as tested.")
    }
    if data.strayed > 0 {
      lines.append(
        "\(Words.count(data.strayed, "reed was", "reeds were")) logged with another "
          + "\(Words.lowered(data.field.label)) than drawn; \(data.strayed == 1 ? "it counts" : "they count") "
          + "as drawn.")
    }
    return lines
  }

  /// `, on 3 March and 5 March`; empty if no day is known.
  private var lookDays: String {
    data.looks.isEmpty ? "" : ", on \(Words.list(data.looks.map { Words.day($0) }))"
  }
}
