import Domain
public import Ledger
public import Program
import RoomKit
public import Sound

/// The files of takes on this device, tended one after another: interrupted recordings are recovered, complete ones
/// get their names, and unused files are deleted.
///
/// While being recorded, a take is in `ROW.wav`; finished, in `ROW-SHA256.flac`, with its waveform beside it.
public struct Shelf: Sendable {
  /// The files in the space's folder and their sizes; `nil` until known.
  public private(set) var files: [String: UInt64]?
  /// The space that they are of.
  private(set) var space = ""
  /// The current job and its progress.
  private(set) var working: Chores.Job?
  private(set) var share = 0.0
  /// Jobs that this page cannot do: another tab is at it, or they failed.
  private var refused: Set<Chores.Job> = []
  /// Recordings and other files that were looked for already: those of another device never appear.
  private var sought: Set<RowID> = []
  /// Whether the files were listed since the page was loaded.
  private var isKnown = false
  /// Why takes cannot be stored here: the browser's error name.
  private(set) var failure: String?
  private(set) var room: StorageRoom?
  /// Counts the listings: a new one may show something new.
  private(set) var listing = 0
  private var isListing = false
  /// Whether a pending listing may lack what was done since.
  private var isStale = false
  /// The finished takes that were looked for, and the version of the data that had them.
  private var finished: Set<RowID> = []
  private var finishedVersion: UInt64?

  public enum Message: Sendable {
    case listed(space: String, TakeOutcome<[TakeFile]>)
    case worked(RowID, TakeOutcome<TakeAnswer>)
    case roomMeasured(StorageRoom)
  }

  public init() {}
}

extension Shelf {
  /// The file a take can be read from, if it is here.
  func file(of take: Take) -> String? {
    if let finished = finishedFile(of: take) { return finished }
    let recorded = TakeFiles.recording(take.id)
    return take.state != .recording && files?[recorded] != nil ? recorded : nil
  }

  /// The take's finished file, if it is here.
  func finishedFile(of take: Take) -> String? {
    guard let files, let sound = take.sound else { return nil }
    let ending = "-\(Hex.text(of: sound.sha256))\(TakeFiles.flac)"
    let own = take.id.bits.hex + ending
    if files[own] != nil { return own }
    // A take that was split off is played from the original's file.
    return files.keys.sorted().first { $0.endsWithBytes(of: ending) }
  }

  /// The take's waveform file, if there is one.
  func picture(of take: Take) -> String? {
    guard let file = file(of: take), file.endsWithBytes(of: TakeFiles.flac) else { return nil }
    let name = String(decoding: Array(file.utf8.dropLast(5)), as: UTF8.self) + TakeFiles.wave
    return files?[name] == nil ? nil : name
  }

  /// The approximate size of the audible part of a take.
  func size(of take: Take, in file: String) -> UInt64 {
    let edit = take.heard
    let share = Double(edit.frames) / Double(max(edit.length, 1))
    return UInt64(exactly: (Double(files?[file] ?? 0) * share).rounded()) ?? 0
  }

  /// Sets the new size of a file.
  mutating func grow(_ file: String, to size: UInt64) { files?[file] = size }

  /// Removes deleted files.
  mutating func forget(_ gone: [String]) {
    for file in gone { files?[file] = nil }
  }

  /// Renames a file.
  mutating func rename(_ file: String, to name: String) {
    guard let size = files?.removeValue(forKey: file) else { return }
    files?[name] = size
  }

  /// The total size.
  var size: UInt64 { files?.values.reduce(0, +) ?? 0 }
}

// MARK: - Tending

extension Shelf {
  static func update(
    _ takes: inout Takes.State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Takes.Message>] {
    switch message {
    case .listed(let space, let outcome):
      guard space == takes.shelf.space else { return [] }
      takes.shelf.isListing = false
      let isStale = takes.shelf.isStale
      takes.shelf.isStale = false
      switch outcome {
      case .goesOn: return []
      case .failed(let name):
        takes.shelf.failure = name
        return []
      case .done(let files):
        takes.shelf.listing += 1
        takes.shelf.files = [:]
        for file in files { takes.shelf.files?[file.name] = file.size }
      }
      var effects = tend(&takes, room) + TakePage.refresh(&takes, room)
      takes.shelf.isKnown = true
      for (take, sound) in Chores.found(takes.shelf.files ?? [:], room.data) {
        effects.append(.keep(Action.byItself, take.finishing(sound), isVital: false))
      }
      if isStale { effects += list(&takes, room) }
      // Without takes there is no need to ask for storage.
      if takes.shelf.size == 0 { return effects }
      return effects + [.askToPersist { .shelf(.roomMeasured($0)) }]
    case .roomMeasured(let measured):
      takes.shelf.room = measured
      return []
    case .worked(let id, let outcome):
      // A job of a space that was left may still report.
      guard let job = takes.shelf.working, job.take == id else { return [] }
      switch outcome {
      case .goesOn(let share):
        takes.shelf.share = share
        return []
      case _ where job.kind == .take:
        (takes.shelf.working, takes.shelf.share) = (nil, 0)
        return Takes.imported(outcome, &takes, room) + list(&takes, room)
      case .failed(let name):
        (takes.shelf.working, takes.shelf.share) = (nil, 0)
        takes.shelf.refused.insert(job)
        // Where another tab is at it, nothing is wrong.
        if name != "NoModificationAllowedError" { takes.shelf.failure = name }
        return list(&takes, room)
      case .done(let answer):
        (takes.shelf.working, takes.shelf.share, takes.shelf.failure) = (nil, 0, nil)
        switch (job.kind, answer) {
        case (.recover, .recorded(let frames, let rate)):
          return recover(id, frames, rate, room) + list(&takes, room)
        case (.finish, .finished(let file)):
          return finish(id, file, room) + list(&takes, room)
        default: return list(&takes, room)
        }
      }
    }
  }

  /// Retries what could not be done before.
  static func reopen(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard room.isWritable, takes.shelf.failure != nil || !takes.shelf.refused.isEmpty else {
      return []
    }
    (takes.shelf.failure, takes.shelf.refused) = (nil, [])
    return list(&takes, room)
  }

  /// Asks for the list of files.
  static func list(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard !takes.shelf.isListing else {
      takes.shelf.isStale = true
      return []
    }
    takes.shelf.isListing = true
    let space = room.space
    return [.takeFiles(of: space) { .shelf(.listed(space: space, $0)) }]
  }

  /// Does what is due, and starts the next job.
  static func tend(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard room.isWritable else { return [] }
    if takes.shelf.space != room.space {
      takes.shelf = Shelf()
      takes.imports = []
      takes.shelf.space = room.space
      return Carriage.enter(&takes, room) + list(&takes, room)
    }
    // A pending listing may lack what was done since.
    guard let files = takes.shelf.files, takes.shelf.working == nil, !takes.shelf.isListing
    else { return [] }
    if let next = takes.imports.first {
      takes.shelf.working = Chores.Job(take: next.take, kind: .take)
      takes.shelf.share = 0
      return [Takes.importNext(next, room)]
    }
    var missing = takes.takes.filter {
      $0.state == .recorded && files[TakeFiles.recording($0.id)] == nil
    }.map { $0.id }
    let render = renderable(missing, takes.shelf.refused, room)
    for row in takes.carried where !row.isSent && files[TakeFiles.file(of: row.id, row.file)] == nil
    {
      missing.append(row.id)
    }
    // What was just recorded or added is not in the list yet.
    if render == nil, missing.contains(where: { !takes.shelf.sought.contains($0) }) {
      takes.shelf.sought.formUnion(missing)
      return list(&takes, room)
    }
    var chores = Chores(
      files, room, refusing: takes.shelf.refused, holding: takes.isPlaying ? takes.playedFile : nil,
      isFirst: !takes.shelf.isKnown)
    chores.job = render ?? chores.job
    let effects = carryOut(chores, &takes, room)
    let lacksNews = takes.shelf.lacksNews(of: takes.takes, room.data.version)
    return lacksNews && takes.shelf.working == nil ? effects + list(&takes, room) : effects
  }

  /// Whether a take was finished since the files were listed, for example by another tab, and its file is not known here.
  private mutating func lacksNews(of takes: [Take], _ version: UInt64) -> Bool {
    guard finishedVersion != version else { return false }
    finishedVersion = version
    var lacksNews = false
    for take in takes {
      guard let sound = take.sound, finished.insert(take.id).inserted, isKnown, !lacksNews else {
        continue
      }
      lacksNews = files?[TakeFiles.file(of: take.id, sound)] == nil
    }
    return lacksNews
  }

  /// Sample takes were never recorded: they are rendered.
  private static func renderable(
    _ takes: [RowID], _ refused: Set<Chores.Job>, _ room: RoomContext
  ) -> Chores.Job? {
    guard room.space == DeviceSpace.sample.name else { return nil }
    for take in takes where SampleStudio.request(for: take) != nil {
      let job = Chores.Job(take: take, kind: .render)
      if !refused.contains(job) { return job }
    }
    return nil
  }

  private static func carryOut(
    _ chores: Chores, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    var effects: [Effect<Takes.Message>] = []
    if !chores.erased.isEmpty {
      takes.shelf.forget(chores.erased)
      effects.append(.eraseTakeFiles(chores.erased, of: room.space))
    }
    guard let job = chores.job else { return effects }
    takes.shelf.working = job
    takes.shelf.share = 0
    let recording = TakeFiles.recording(job.take)
    let (request, reads, writes): (TakeRequest?, [String], [String]) =
      switch job.kind {
      case .recover: (.recover, [], [recording])
      case .take: (nil, [], [])
      case .render: (SampleStudio.request(for: job.take), [], [recording])
      case .finish:
        (
          .finish, [recording],
          [TakeFiles.flac, TakeFiles.wave].map { TakeFiles.unfinished(job.take, $0) }
        )
      }
    if let request {
      effects.append(
        .work(on: request, reading: reads, writing: writes, of: room.space) {
          .shelf(.worked(job.take, $0))
        })
    }
    return effects
  }

  /// Turns an interrupted recording into a take.
  private static func recover(
    _ id: RowID, _ frames: Int64, _ rate: Int, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    let row = room.data[id]
    let old = row.map { Take($0) }
    guard frames > 0 else {
      let erased = Effect<Takes.Message>.eraseTakeFiles([TakeFiles.recording(id)], of: room.space)
      let trashed = old.map { Effect<Takes.Message>.keep(Action.byItself, $0.trashing) }
      return [erased] + (trashed.map { [$0] } ?? [])
    }
    let began = Int64(clamping: id.bits.high >> 16)
    var take =
      old
      ?? Take(
        id, named: TakeFiles.title(in: room.data), day: room.day(of: began), began: began,
        sampleRate: rate)
    (take.frames, take.sampleRate, take.state) = (frames, rate, .recorded)
    take.name += " (recovered)"
    let length = ClockText.text(seconds: take.seconds)
    return [
      .keep(
        "Recover “\(take.name)”", take.edits(from: old, zoneMinutes: room.zoneMinutes),
        saying: "Recovered \(length) of an interrupted take.")
    ]
  }

  /// Gives a finished take its name, even if it is in the trash by now.
  private static func finish(
    _ id: RowID, _ file: FinishedTake, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let row = room.data[id], row.life != .purged,
      let sound = BlobReference(
        sha256: file.sha256, byteCount: file.byteCount, mimeType: TakeFiles.soundType)
    else { return [] }
    var take = Take(row)
    (take.frames, take.sampleRate) = (file.frames, file.sampleRate)
    func named(_ ending: String) -> Effect<Takes.Message> {
      .renameTakeFile(
        TakeFiles.unfinished(id, ending), to: TakeFiles.sound(id, file.sha256, ending),
        of: room.space)
    }
    return [
      named(TakeFiles.flac), named(TakeFiles.wave),
      .keep(Action.byItself, take.finishing(sound), isVital: false),
    ]
  }
}
