import Domain
import Ledger
import Markup
public import Program
import RoomKit
public import Sound

/// A page for a teacher, with the sounds of its takes in it.
///
/// What was cut, or has not become a file of its own yet, is written to one first; then all goes into the page.
public struct Handout: Sendable {
  fileprivate let extract: JournalExtract
  /// The file of each take that is heard.
  fileprivate var files: [RowID: String]
  /// What is written before, one file after another, and how many of these are.
  fileprivate let parts: [Part]
  fileprivate var written = 0

  /// What is to be heard of a take, and the file that this goes to.
  fileprivate struct Part: Sendable {
    let take: Take
    let source: String
    let file: String
  }

  public enum Message: Sendable {
    case written(TakeOutcome<TakeAnswer>)
    case handed(String?)
  }

  /// A page that is larger is nothing that a teacher's mailbox or browser takes gladly.
  static let soundLimit: UInt64 = 100_000_000
}

extension Journal {
  /// Which takes of the days can be heard in a page, with what they weigh: those whose sound is here, as long as it
  /// does not grow too large.
  private static func heard(
    _ takes: [Take], _ shelf: Shelf
  ) -> (takes: [(take: Take, file: String)], size: UInt64) {
    var heard: [(take: Take, file: String)] = []
    var size: UInt64 = 0
    for take in takes {
      guard let file = shelf.file(of: take) else { continue }
      let more = shelf.size(of: take, in: file)
      guard size + more <= Handout.soundLimit else { continue }
      size += more
      heard.append((take, file))
    }
    return (heard, size)
  }

  /// Tells the sheet what can be heard of the days that it is set to.
  static func measureHandout(_ state: inout State) {
    guard state.days.export.isOpen else { return }
    let takes = state.days.index.extract(state.days.export.days).takes
    let heard = heard(takes, state.takes.shelf)
    state.days.export.sounds = Days.Export.Sounds(
      count: heard.takes.count, size: heard.size, missing: takes.count - heard.takes.count)
  }

  /// Makes the page for a teacher.
  static func beginHandout(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard state.handout == nil else { return [] }
    let extract = state.days.index.extract(state.days.export.days)
    var files: [RowID: String] = [:]
    var parts: [Handout.Part] = []
    if state.days.export.hasSounds {
      for (take, file) in heard(extract.takes, state.takes.shelf).takes {
        files[take.id] = file
        if file.endsWithBytes(of: TakeFiles.flac), take.heard.isWhole { continue }
        // Named by its take, as no page has one twice.
        let part = Handout.Part(
          take: take, source: file, file: TakeFiles.handedOut(take.id, TakeFiles.flac))
        files[take.id] = part.file
        parts.append(part)
      }
    }
    state.handout = Handout(extract: extract, files: files, parts: parts)
    return goOn(&state, room)
  }

  static func update(
    _ state: inout State, _ message: Handout.Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .written(.goesOn): return []
    case .written(.done):
      state.handout?.written += 1
      return goOn(&state, room)
    case .written(.failed(let name)): return end(name, &state, room)
    case .handed(let failure): return end(failure, &state, room)
    }
  }

  /// Writes the next sound, or hands the page over where there is none left.
  private static func goOn(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard let handout = state.handout else { return [] }
    state.days.export.share = handout.share
    if handout.written < handout.parts.count {
      let part = handout.parts[handout.written]
      let request = TakeRequest.export(part.take.heard, isFlac: true)
      return [
        .work(on: request, reading: [part.source], writing: [part.file], of: room.space) {
          .handout(.written($0))
        }
      ]
    }
    let page = DayBundle.html(
      handout.extract, sounds: handout.files.mapValues { _ in TakeFiles.soundType })
    let name = DayBundle.fileName("practice", handout.extract.days) + ".html"
    guard !page.sounds.isEmpty else {
      (state.handout, state.days.export.share) = (nil, nil)
      return [.download(page.bytes, name: name, type: "text/html")]
    }
    let sounds = page.sounds.map {
      PageSound(file: handout.files[$0.take] ?? "", place: $0.place)
    }
    return [
      .handPage(page.bytes, with: sounds, of: room.space, name: name) { .handout(.handed($0)) }
    ]
  }

  /// Lets go of what was written for the page.
  private static func end(
    _ failure: String?, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let written = state.handout?.parts.map { $0.file } ?? []
    (state.handout, state.days.export.share) = (nil, nil)
    var effects: [Effect<Message>] = []
    if !written.isEmpty { effects.append(.eraseTakeFiles(written, of: room.space)) }
    if let failure {
      effects.append(.toast("\(Handout.words(failure)) Your days and takes are as they were."))
    }
    return effects
  }
}

extension Handout {
  /// How much of the way is done.
  fileprivate var share: Double { Double(written + 1) / Double(parts.count + 2) }

  fileprivate static func words(_ failure: String) -> String {
    failure == "QuotaExceededError"
      ? "There is no room on this device for the page." : "The page could not be made (\(failure))."
  }
}
