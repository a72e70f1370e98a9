public import Markup
public import Program
public import Sound

// Typed requests to the worker and its answers; `Sound` defines their encoding as numbers.

extension Effect {
  /// Lets the worker carry out a request on files; an answer that cannot be read counts as a failure.
  public static func work(
    on request: TakeRequest, reading: [String], writing: [String] = [], of space: String,
    _ make: @escaping (TakeOutcome<TakeAnswer>) -> Message
  ) -> Effect {
    workOnTake(request.message, reading: reading, writing: writing, of: space) { make($0.answer) }
  }

  /// The same with a file that a person chose.
  public static func work(
    on request: TakeRequest, reading file: PickedFile, writing name: String, of space: String,
    _ make: @escaping (TakeOutcome<TakeAnswer>) -> Message
  ) -> Effect {
    workOnChosen(file, request.message, writing: name, of: space) { make($0.answer) }
  }

  /// The same in parallel to other work, for requests that only read.
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
