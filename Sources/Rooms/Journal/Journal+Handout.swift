import Domain
import Ledger
import Markup
public import Program
import RoomKit
public import Sound

/// A page for a teacher, with the audio of its takes embedded.
///
/// Takes that were cut or are not finished are exported to files first; then everything goes into the page.
public struct Handout: Sendable {
  fileprivate let extract: JournalExtract
  /// The audio file of each included take.
  fileprivate var files: [RowID: String]
  /// The files to export first, one after another, and how many are done.
  fileprivate let parts: [Part]
  fileprivate var written = 0

  /// The audible part of a take, and the file it is exported to.
  fileprivate struct Part: Sendable {
    let take: Take
    let source: String
    let file: String
  }

  public enum Message: Sendable {
    case written(TakeOutcome<TakeAnswer>)
    case handed(String?)
  }

  /// Larger pages are too much for many mailboxes and browsers.
  static let soundLimit: UInt64 = 100_000_000
}

extension Journal {
  /// The takes that fit in a page and their total size: those with audio on this device, up to the limit. And the
  /// takes without audio here.
  private static func heard(
    _ takes: [Take], _ shelf: Shelf
  ) -> (takes: [(take: Take, file: String)], size: UInt64, missing: [Take]) {
    var heard: [(take: Take, file: String)] = []
    var size: UInt64 = 0
    var missing: [Take] = []
    for take in takes {
      guard let file = shelf.file(of: take) else {
        missing.append(take)
        continue
      }
      let more = shelf.size(of: take, in: file)
      guard size + more <= Handout.soundLimit else { continue }
      size += more
      heard.append((take, file))
    }
    return (heard, size, missing)
  }

  /// Tells the sheet how much audio its days have, and what of it has to be downloaded first.
  static func measureHandout(_ state: inout State, _ room: RoomContext) {
    guard state.days.export.isOpen else { return }
    let takes = state.days.index.extract(state.days.export.days).takes
    let heard = heard(takes, state.takes.shelf)
    var sounds = Days.Export.Sounds()
    (sounds.count, sounds.size) = (heard.takes.count, heard.size)
    sounds.tooLarge = takes.count - heard.takes.count - heard.missing.count
    for take in heard.missing {
      if let sound = take.sound, take.state == .sent, room.link != nil {
        sounds.away.append(Carrier.File(take.id, sound))
      } else {
        sounds.elsewhere += 1
      }
    }
    if let load = state.takes.carrier.load, load.way == .down, sounds.away.contains(load.file) {
      sounds.load = .init(
        name: state.takes.take(load.file.row)?.name ?? "", share: load.share)
    }
    if !sounds.away.isEmpty, let trouble = state.takes.carrier.trouble {
      sounds.trouble = Carriage.words(trouble, state.takes)
    }
    state.days.export.sounds = sounds
  }

  /// Downloads what the page for a teacher lacks.
  static func fetchSounds(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    var effects: [Effect<Message>] = []
    for file in state.days.export.sounds.away {
      effects += Carriage.want(file, here: true, &state.takes, room).map { $0.map(Message.takes) }
    }
    measureHandout(&state, room)
    return effects
  }

  /// Starts creating the page for a teacher.
  static func beginHandout(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard state.handout == nil else { return [] }
    let extract = state.days.index.extract(state.days.export.days)
    var files: [RowID: String] = [:]
    var parts: [Handout.Part] = []
    if state.days.export.hasSounds {
      for (take, file) in heard(extract.takes, state.takes.shelf).takes {
        files[take.id] = file
        if file.endsWithBytes(of: TakeFiles.flac), take.heard.isWhole { continue }
        // Named after its take: a page has each take once.
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

  /// Exports the next sound, or delivers the page if none is left.
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

  /// Deletes the files exported for the page.
  private static func end(
    _ failure: String?, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let written = state.handout?.parts.map { $0.file } ?? []
    (state.handout, state.days.export.share) = (nil, nil)
    var effects: [Effect<Message>] = []
    if !written.isEmpty { effects.append(.eraseTakeFiles(written, of: room.space)) }
    if let failure {
      effects.append(.toast("\(Handout.words(failure)) Your days and takes are safe."))
    }
    return effects
  }
}

extension Handout {
  /// How much is done, from 0 to 1.
  fileprivate var share: Double { Double(written + 1) / Double(parts.count + 2) }

  fileprivate static func words(_ failure: String) -> String {
    failure == "QuotaExceededError"
      ? "Not enough storage for the page." : "Couldn’t create the page (\(failure))."
  }
}
