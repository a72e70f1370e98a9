/// What `woodshed statistics` computes from a table.
enum StatisticsMethod: String, CaseIterable {
  case wilson, welch, hedges, cliff, permutation, shrinkage, spearman, kendall
  case theilSen = "theil-sen"
  case bootstrap
  case benjaminiHochberg = "benjamini-hochberg"
  case ewma
  case kaplanMeier = "kaplan-meier"
  case logRank = "log-rank"
  case mannKendall = "mann-kendall"
  case ridge, icc, kappa

  /// The columns it reads, and what it says about them.
  var summary: (columns: String, words: String) {
    switch self {
    case .wilson: ("x n", "Share of x hits in n, for each row")
    case .welch: ("y group", "Difference of two groups' means, second minus first")
    case .hedges: ("y group", "The same in standard deviations (Hedges g)")
    case .cliff: ("y group", "How often a value of the second group is larger")
    case .permutation: ("y group", "How often chance alone makes a difference as large")
    case .shrinkage: ("y group", "Means of groups, shrunk toward the overall mean")
    case .spearman: ("x y", "Rank correlation")
    case .kendall: ("x y", "Rank correlation by pairs (tau b)")
    case .theilSen: ("x y", "Line through the median of all slopes")
    case .bootstrap: ("y [x]", "BCa interval of the mean of y, or of Spearman's rho with x")
    case .benjaminiHochberg: ("p", "p-values adjusted for their number (q)")
    case .ewma: ("y [event]", "Control chart; restarts at a row with event 1")
    case .kaplanMeier: ("time event", "Survival; event is 1 for an end, 0 for still in use")
    case .logRank: ("time event group", "Whether groups last equally long")
    case .mannKendall: ("y", "Trend in the order of rows")
    case .ridge: ("y, inputs", "Model of y from all other columns of numbers")
    case .icc: ("ratings", "Agreement of raters: one column per rater, one row per item")
    case .kappa: ("x y", "Whether two answers agree, beyond chance (Cohen's kappa)")
    }
  }

  /// The largest table of answers, on each side.
  static let mostAnswers = 1_000

  /// What the data must offer for an answer, after "It needs".
  var needs: String {
    switch self {
    case .wilson: "rows with x from 0 to n, and n at least 1"
    case .welch, .hedges: "two groups with at least two values each, not all equal"
    case .cliff: "two groups with at least two values each"
    case .permutation: "two groups with at least one value each"
    case .shrinkage: "at least two groups, with two values or more and not all equal"
    case .spearman: "at least four rows, with different values in x and in y"
    case .kendall, .theilSen: "rows with different values in x and in y"
    case .bootstrap: "several rows that are not all equal"
    case .benjaminiHochberg: "p-values from 0 to 1"
    case .ewma: "several values that are not all equal"
    case .kaplanMeier: "times of 0 or more, and at least one end"
    case .logRank: "two groups or more, times of 0 or more, and at least one end"
    case .mannKendall: "at least three rows"
    case .ridge: "five rows or more for each input, and values that differ"
    case .icc: "two raters or more, and two things or more with different ratings"
    case .kappa: "rows with an answer in x and in y, and at most \(Self.mostAnswers) different ones"
    }
  }
}
