/// How well ratings of the same things agree.
public struct Agreement: Equatable, Sendable {
  /// The intraclass correlation ICC(A,1): the share of a single rating's variance that lies in the things rated.
  public let value: Double
  public let interval: Interval
  /// The smallest difference of two ratings that is more than their error: z √2 SEM (1.96 at 95 %).
  public let smallestDifference: Double

  /// Takes a row for each thing rated, with one rating by each rater, or of each day.
  ///
  /// ICC(A,1) = (R − E) / (R + (k − 1) E + k (C − E) / n) with the mean squares of rows, columns and error, and its
  /// F interval (McGraw and Wong, 1996). SEM² = E + (C − E) / n, so that a rater who is always stricter
  /// counts as error too (de Vet, 2006). O(n k). `nil` unless there are two rows of two or more
  /// finite ratings each, and ratings differ.
  public init?(_ ratings: [[Double]], level: Double = 0.95) {
    guard let squares = MeanSquares(ratings), let z = Normal.reach(level: level) else { return nil }
    let (rows, columns, error) = (squares.rows, squares.columns, squares.error)
    let (n, k) = (squares.count, squares.raters)
    let total = rows + (k - 1) * error + k / n * (columns - error)
    guard total > 0, total < .infinity else { return nil }
    value = (rows - error) / total
    smallestDifference = z * (2 * (error + max(0, columns - error) / n)).squareRoot()
    guard columns > 0 || error > 0 else {
      // Every rater gave each thing the same rating.
      interval = Interval(low: 1, high: 1)
      return
    }
    // Satterthwaite's degrees of freedom of the rater and error variance; 1 − ICC is taken out of each part.
    let partColumns = k * value * columns
    let partError = (n * (1 - value) + k * value * (n - 1)) * error
    let part = partColumns + partError
    let freedom =
      part * part
      / (partColumns * partColumns / (k - 1) + partError * partError / ((n - 1) * (k - 1)))
    guard freedom > 0, freedom < .infinity else { return nil }
    let tail = (1 - level) / 2
    let lower = FRatio.quantile(1 - tail, n - 1, freedom)
    let upper = FRatio.quantile(1 - tail, freedom, n - 1)
    let noise = k * columns + (k * n - k - n) * error
    interval = Interval(
      low: n * (rows - lower * error) / (lower * noise + n * rows),
      high: n * (upper * rows - error) / (noise + n * upper * rows))
  }
}

/// The mean squares of a table with a row for each thing and a column for each rater.
private struct MeanSquares {
  let count: Double
  let raters: Double
  let rows: Double
  let columns: Double
  let error: Double

  init?(_ ratings: [[Double]]) {
    guard let first = ratings.first, first.count > 1, ratings.count > 1,
      ratings.allSatisfy({ $0.count == first.count })
    else { return nil }
    var rowMeans: [Double] = []
    for row in ratings {
      guard let mean = Summary.mean(of: row) else { return nil }
      rowMeans.append(mean)
    }
    var columnMeans: [Double] = []
    for column in first.indices {
      guard let mean = Summary.mean(of: ratings.map { $0[column] }) else { return nil }
      columnMeans.append(mean)
    }
    guard let byRow = Summary(rowMeans), let byColumn = Summary(columnMeans) else { return nil }
    var squares = 0.0
    for (row, rowMean) in zip(ratings, rowMeans) {
      for (rating, columnMean) in zip(row, columnMeans) {
        let rest = (rating - rowMean) - (columnMean - byRow.mean)
        squares += rest * rest
      }
    }
    count = Double(ratings.count)
    raters = Double(first.count)
    rows = byRow.variance * raters
    columns = byColumn.variance * count
    error = squares / ((count - 1) * (raters - 1))
  }
}
