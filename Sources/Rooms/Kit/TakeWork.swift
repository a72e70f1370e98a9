public import Program
public import Sound

// What the worker is asked for and answers, as what it means. The numbers in between are those of Sound.

extension Effect {
  /// Lets the worker do what a request asks for with files; what is no answer to it counts as a failure.
  public static func work(
    on request: TakeRequest, reading: [String], writing: [String] = [], of space: String,
    _ make: @escaping (TakeOutcome<TakeAnswer>) -> Message
  ) -> Effect {
    workOnTake(request.message, reading: reading, writing: writing, of: space) { make($0.answer) }
  }

  /// The same beside other work, for what only reads.
  public static func look(
    for request: TakeRequest, reading: [String], of space: String,
    _ make: @escaping (TakeOutcome<TakeAnswer>) -> Message
  ) -> Effect {
    lookAtTake(request.message, reading: reading, of: space) { make($0.answer) }
  }
}

extension TakeOutcome where Content == [Double] {
  fileprivate var answer: TakeOutcome<TakeAnswer> {
    switch self {
    case .goesOn(let share): .goesOn(share)
    case .done(let numbers):
      TakeAnswer(message: numbers).map { .done($0) } ?? .failed("DataError")
    case .failed(let name): .failed(name)
    }
  }
}
