public import Markup

// Recordings are stored in files on this device, one folder per space; a worker writes and reads them. The other
// side of the numbers is Sources/Listener.

/// A file that contains a take.
public struct TakeFile: Equatable, Sendable {
  public let name: String
  public let size: UInt64

  public init(name: String, size: UInt64) {
    (self.name, self.size) = (name, size)
  }
}

/// A report to the page about a take that is being recorded.
public struct RecordEvent: Equatable, Sendable {
  public enum Stage: Int, Sendable {
    case recording, paused
    /// Everything is in the file.
    case ended
    /// What was written so far is in the file, and nothing more will come.
    case failed
  }

  public let stage: Stage
  public let frames: Int64
  /// The loudest sample since the last report, 1 being full scale.
  public let peak: Double
  /// How many samples were too loud.
  public let clipped: Int64
  /// How many samples this device was too busy to take; they are replaced by silence.
  public let missed: Int64
  /// When its first frame was heard, in milliseconds since the page started; 0 if unknown.
  public let began: Double
  /// The browser's name for the error.
  public let failure: String

  public init(
    _ stage: Stage, frames: Int64, peak: Double = 0, clipped: Int64 = 0, missed: Int64 = 0,
    began: Double = 0, failure: String = ""
  ) {
    (self.stage, self.frames, self.peak) = (stage, frames, peak)
    (self.clipped, self.missed) = (clipped, missed)
    (self.began, self.failure) = (began, failure)
  }

  init?(_ reader: inout Payload.Reader) {
    let failure = reader.text()
    guard let stage = Stage(rawValue: Int(exactly: reader.number()) ?? -1),
      let frames = Int64(exactly: reader.number())
    else { return nil }
    let peak = reader.number()
    let clipped = Int64(exactly: reader.number()) ?? 0
    let missed = Int64(exactly: reader.number()) ?? 0
    self.init(
      stage, frames: frames, peak: peak, clipped: clipped, missed: missed,
      began: reader.number(), failure: failure)
  }
}

/// A microphone to choose from.
public struct Input: Equatable, Sendable {
  public let id: String
  public let name: String

  public init(id: String, name: String) {
    (self.id, self.name) = (id, name)
  }
}

extension Effect {
  /// Records what is heard into a file, until told to end.
  public static func record(
    _ space: String, _ file: String, _ request: [Double], as name: String,
    _ make: @escaping (RecordEvent) -> Message
  ) -> Effect {
    lasting(.record(space: space, file: file, numbers: request), as: name) {
      RecordEvent(&$0).map(make)
    }
  }
  public static var pauseRecording: Effect { Effect(.recordOtherwise(0)) }
  public static var goOnRecording: Effect { Effect(.recordOtherwise(1)) }
  public static var endRecording: Effect { Effect(.recordOtherwise(2)) }

  /// The available microphones; browsers reveal their names once one was allowed.
  public static func inputs(_ make: @escaping ([Input]) -> Message) -> Effect {
    once(.inputs) { reader in
      var inputs: [Input] = []
      var count = Int(exactly: reader.number()) ?? 0
      while count > 0, !reader.isAtEnd {
        let id = reader.text()
        inputs.append(Input(id: id, name: reader.text()))
        count -= 1
      }
      return make(inputs)
    }
  }
}

// MARK: - Finished files

/// A job for the worker with the files of takes.
public struct TakeWork: Equatable, Sendable {
  public var verb: String
  public var space: String
  public var files: [String] = []
  /// How many of the files are read; the ones after them are written.
  public var reads = 1
  public var numbers: [Double] = []
}

/// The outcome of work on files.
public enum TakeOutcome<Content> {
  /// A fraction of it is done.
  case goesOn(Double)
  case done(Content)
  /// The browser's name for the error.
  case failed(String)
}

extension TakeOutcome: Sendable where Content: Sendable {}
extension TakeOutcome: Equatable where Content: Equatable {}

extension Effect {
  /// The files of a space that nobody is writing.
  public static func takeFiles(
    of space: String, _ make: @escaping (TakeOutcome<[TakeFile]>) -> Message
  ) -> Effect {
    work(.takeWork(TakeWork(verb: "list", space: space))) { reader in
      var files: [TakeFile] = []
      var count = Int(exactly: reader.number()) ?? 0
      while count > 0, !reader.isAtEnd {
        let name = reader.text()
        files.append(TakeFile(name: name, size: UInt64(exactly: reader.number()) ?? 0))
        count -= 1
      }
      return files
    } answering: {
      make($0)
    }
  }

  public static func eraseTakeFiles(_ files: [String], of space: String) -> Effect {
    Effect(.takeWork(TakeWork(verb: "erase", space: space, files: files)))
  }
  /// Deletes all files of a space; the flag says whether they are gone.
  public static func eraseTakes(
    of space: String, _ make: @escaping (_ isDone: Bool) -> Message
  ) -> Effect {
    once(.takeWork(TakeWork(verb: "eraseAll", space: space))) { reader in
      _ = reader.number()
      return make(reader.text().isEmpty)
    }
  }
  public static func renameTakeFile(_ file: String, to name: String, of space: String) -> Effect {
    Effect(.takeWork(TakeWork(verb: "rename", space: space, files: [file, name])))
  }

  /// Lets a program in its own worker examine files; it answers with numbers, and waits for no other work.
  public static func lookAtTake(
    _ numbers: [Double], reading: [String], of space: String,
    _ make: @escaping (TakeOutcome<[Double]>) -> Message
  ) -> Effect {
    let look = TakeWork(
      verb: "look", space: space, files: reading, reads: reading.count, numbers: numbers)
    return work(.takeWork(look), allNumbers, answering: make)
  }

  /// Lets the program in the worker process files; it answers with numbers.
  public static func workOnTake(
    _ numbers: [Double], reading: [String], writing: [String] = [], of space: String,
    _ make: @escaping (TakeOutcome<[Double]>) -> Message
  ) -> Effect {
    let work = TakeWork(
      verb: "work", space: space, files: reading + writing, reads: reading.count,
      numbers: numbers)
    return self.work(.takeWork(work), allNumbers, answering: make)
  }

  /// Lets the program in the worker read a file that a person chose, and write another; what it cannot read, the
  /// browser decodes for it.
  public static func workOnChosen(
    _ file: PickedFile, _ numbers: [Double], writing name: String, of space: String,
    _ make: @escaping (TakeOutcome<[Double]>) -> Message
  ) -> Effect {
    let work = TakeWork(
      verb: "import", space: space, files: ["", name], numbers: [Double(file.token)] + numbers)
    return self.work(.takeWork(work), allNumbers, answering: make)
  }

  /// Reads part of a file.
  public static func readTake(
    _ file: String, of space: String, from offset: UInt64, count: UInt64,
    _ make: @escaping (TakeOutcome<[UInt8]>) -> Message
  ) -> Effect {
    let slice = TakeWork(
      verb: "slice", space: space, files: [file], numbers: [Double(offset), Double(count)])
    return work(.takeWork(slice), { $0.data() }, answering: make)
  }

  /// Appends bytes to a file; fails if its end is not at the offset.
  public static func writeTake(
    _ bytes: [UInt8], to file: String, at offset: UInt64, of space: String,
    _ make: @escaping (TakeOutcome<[Double]>) -> Message
  ) -> Effect {
    work(
      .writeTake(space: space, file: file, offset: offset, bytes: bytes), allNumbers,
      answering: make)
  }

  private static func allNumbers(_ reader: inout Payload.Reader) -> [Double] {
    var numbers: [Double] = []
    while !reader.isAtEnd { numbers.append(reader.number()) }
    return numbers
  }

  private static func work<Content>(
    _ order: Order, _ read: @escaping (inout Payload.Reader) -> Content,
    answering make: @escaping (TakeOutcome<Content>) -> Message
  ) -> Effect {
    lasting(order, goesOn: isShare(1)) { reader in
      if reader.number() == 1 { return make(.goesOn(reader.number())) }
      let failure = reader.text()
      return make(failure.isEmpty ? .done(read(&reader)) : .failed(failure))
    }
  }

  /// Hands a file to the person: through the system's share sheet if requested and available, otherwise as a
  /// download. If too much time has passed since they asked for the sheet, it is too late.
  public static func handTake(
    _ file: String, of space: String, name: String, type: String, isShared: Bool,
    _ make: @escaping (Handing) -> Message
  ) -> Effect {
    once(.handTake(space: space, file: file, name: name, type: type, isShared: isShared)) {
      reader in
      _ = reader.number()
      let failure = reader.text()
      guard failure.isEmpty else { return make(.failed(failure)) }
      return make(reader.number() == 3 ? .tooLate : .done)
    }
  }
}

/// What became of a file that was to be handed to the person.
public enum Handing: Equatable, Sendable {
  case done
  /// The browser shares only for a few seconds after a tap, and the file took longer.
  case tooLate
  case failed(String)
}

/// A sound to embed in a page.
public struct PageSound: Equatable, Sendable {
  public let file: String
  /// The byte of the page to insert it before.
  public let place: Int

  public init(file: String, place: Int) {
    (self.file, self.place) = (file, place)
  }
}

extension Effect {
  /// Hands a page to the person as a download with embedded sounds, ordered by place.
  public static func handPage(
    _ bytes: [UInt8], with sounds: [PageSound], of space: String, name: String,
    _ make: @escaping (_ error: String?) -> Message
  ) -> Effect {
    once(.handPage(space: space, name: name, bytes: bytes, sounds: sounds)) { reader in
      _ = reader.number()
      let failure = reader.text()
      return make(failure.isEmpty ? nil : failure)
    }
  }
}

// MARK: - Playing

/// A report to the page about a take that is playing.
public enum ReplayEvent: Equatable, Sendable {
  case began(sampleRate: Int)
  /// The take's position in frames, and when that is heard, in milliseconds since the page started.
  case at(frame: Double, milliseconds: Double, isOver: Bool)
  case failed(String)

  init?(_ reader: inout Payload.Reader) {
    switch reader.number() {
    case 0: self = .began(sampleRate: Int(exactly: reader.number()) ?? 0)
    case 1:
      let moment = reader.number()
      let frame = reader.number()
      self = .at(frame: frame, milliseconds: moment, isOver: reader.flag())
    case 2: self = .failed(reader.text())
    default: return nil
    }
  }
}

extension Effect {
  /// Plays a take; only a tap may start it. Stopping the effect by name silences and closes it.
  public static func playTake(
    _ file: String, of space: String, _ request: [Double], as name: String,
    _ make: @escaping (ReplayEvent) -> Message
  ) -> Effect {
    lasting(.playTake(space: space, file: file, request), as: name) {
      ReplayEvent(&$0).map(make)
    }
  }
  /// Continues playing with a different request.
  public static func playTakeOtherwise(_ request: [Double]) -> Effect {
    Effect(.playTakeOtherwise(request))
  }
}
