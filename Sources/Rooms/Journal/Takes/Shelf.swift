import Domain
public import Ledger
public import Program
import Sound

/// The files of takes on this device, tended one after another: what was cut off is mended, what is whole gets its
/// name, and what nothing leads to any more goes.
///
/// While it is recorded, a take lies in `ROW.wav`; finished, in `ROW-SHA256.flac`, its picture beside it.
public struct Shelf: Sendable {
  /// What lies in the space's folder and how large it is; `nil` until that is known.
  private(set) var files: [String: UInt64]?
  /// The space that they are of.
  private(set) var space = ""
  /// The take that is being finished, and how far that is.
  private(set) var working: RowID?
  private(set) var share = 0.0
  /// What this page cannot mend or finish: another tab is at it, or it cannot be done.
  private var unmended: Set<RowID> = []
  private var unfinished: Set<RowID> = []
  /// Recordings that were looked for: those of another device never come.
  private var sought: Set<String> = []
  /// What keeps takes from being kept here, as the browser calls it.
  private(set) var failure: String?
  private(set) var room: StorageRoom?
  private var isListing = false

  public enum Message: Sendable {
    case listed(space: String, TakeOutcome<[TakeFile]>)
    case recovered(RowID, TakeOutcome<[Double]>)
    case finished(RowID, TakeOutcome<[Double]>)
    case rendered(RowID, TakeOutcome<[Double]>)
    case roomMeasured(StorageRoom)
  }
}

// MARK: - Names

extension TakeFiles {
  static let flac = ".flac"
  static let picture = ".wave"
  private static let unfinished = ".new"

  /// The file of a finished take.
  static func sound(_ take: RowID, _ sha256: [UInt8], _ ending: String) -> String {
    "\(take.bits.hex)-\(Hex.text(of: sha256))\(ending)"
  }

  static func unfinished(_ take: RowID, _ ending: String) -> String {
    take.bits.hex + ending + unfinished
  }

  static func isUnfinished(_ name: String) -> Bool { name.hasSuffix(unfinished) }

  /// The take whose name a file's begins with.
  static func take(of name: String) -> RowID? {
    Bits128(hex: String(decoding: Array(name.utf8.prefix(32)), as: UTF8.self)).map { RowID($0) }
  }
}

extension Shelf {
  /// The file that a take can be read from now, if it is here.
  func file(of take: Take) -> String? {
    guard let files else { return nil }
    if let sound = take.sound {
      let ending = "-\(Hex.text(of: sound.sha256))\(TakeFiles.flac)"
      let own = take.id.bits.hex + ending
      if files[own] != nil { return own }
      // One that was split off is played from the file of the whole.
      if let name = files.keys.sorted().first(where: { $0.hasSuffix(ending) }) { return name }
    }
    let recorded = TakeFiles.recording(take.id)
    return take.state != .recording && files[recorded] != nil ? recorded : nil
  }

  /// The file of its picture, if there is one.
  func picture(of take: Take) -> String? {
    guard let file = file(of: take), file.hasSuffix(TakeFiles.flac) else { return nil }
    let name = String(decoding: Array(file.utf8.dropLast(5)), as: UTF8.self) + TakeFiles.picture
    return files?[name] == nil ? nil : name
  }

  /// About how much what is heard of a take weighs.
  func size(of take: Take, in file: String) -> UInt64 {
    let edit = take.wholeEdit
    let share = Double(edit.frames) / Double(max(edit.length, 1))
    return UInt64(exactly: (Double(files?[file] ?? 0) * share).rounded()) ?? 0
  }

  /// How much all of them take.
  var size: UInt64 { files?.values.reduce(0, +) ?? 0 }
}

// MARK: - Tending

extension Shelf {
  static func update(
    _ takes: inout Takes.State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    switch message {
    case .listed(let space, let outcome):
      guard space == takes.shelf.space else { return [] }
      takes.shelf.isListing = false
      switch outcome {
      case .goesOn: return []
      case .failed(let name):
        takes.shelf.failure = name
        return []
      case .done(let files):
        takes.shelf.files = [:]
        for file in files { takes.shelf.files?[file.name] = file.size }
      }
      let effects = tend(&takes, room) + TakePage.refresh(&takes, room)
      // Who has no takes is not asked for room for them.
      if takes.shelf.size == 0 { return effects }
      return effects + [.askToPersist { .shelf(.roomMeasured($0)) }]
    case .roomMeasured(let measured):
      takes.shelf.room = measured
      return []
    case .recovered(let id, .done(let numbers)):
      takes.shelf.working = nil
      return recover(id, numbers, &takes, room) + list(&takes, room)
    case .finished(let id, .done(let numbers)):
      takes.shelf.working = nil
      return finish(id, numbers, &takes, room)
    case .rendered(let id, .done):
      takes.shelf.working = nil
      takes.shelf.sought.insert(TakeFiles.recording(id))
      return list(&takes, room)
    case .rendered(_, .goesOn): return []
    case .rendered(let id, .failed(let name)):
      takes.shelf.unfinished.insert(id)
      return fail(name, &takes, room)
    case .recovered(_, .goesOn(let share)), .finished(_, .goesOn(let share)):
      takes.shelf.share = share
      return []
    case .recovered(let id, .failed(let name)):
      takes.shelf.unmended.insert(id)
      return fail(name, &takes, room)
    case .finished(let id, .failed(let name)):
      takes.shelf.unfinished.insert(id)
      return fail(name, &takes, room)
    }
  }

  private static func fail(
    _ name: String, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.shelf.working = nil
    // Where another tab is at it, nothing is wrong.
    if name != "NoModificationAllowedError" { takes.shelf.failure = name }
    return list(&takes, room)
  }

  /// Asks what lies there.
  static func list(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard !takes.shelf.isListing else { return [] }
    takes.shelf.isListing = true
    let space = room.space
    return [.takeFiles(of: space) { .shelf(.listed(space: space, $0)) }]
  }

  /// Does the next thing that is to be done.
  static func tend(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard room.isWritable else { return [] }
    if takes.shelf.space != room.space {
      takes.shelf = Shelf()
      takes.shelf.space = room.space
      return list(&takes, room)
    }
    // What was done since is not in a list that is still to come.
    guard let files = takes.shelf.files, takes.shelf.working == nil, !takes.shelf.isListing
    else { return [] }
    if let effect = render(&takes, files, room) { return [effect] }
    // A take that was recorded just now is not in the list yet.
    let isMissing = takes.takes.contains {
      $0.state == .recorded && files[TakeFiles.recording($0.id)] == nil
        && !takes.shelf.sought.contains(TakeFiles.recording($0.id))
    }
    if isMissing {
      for take in takes.takes where take.state == .recorded {
        takes.shelf.sought.insert(TakeFiles.recording(take.id))
      }
      return list(&takes, room)
    }
    for name in files.keys.sorted() {
      guard let id = TakeFiles.take(of: name) else { continue }
      let effects = tend(name, id, &takes, room)
      if !effects.isEmpty { return effects }
    }
    return []
  }

  private static func tend(
    _ name: String, _ id: RowID, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    let row = room.data[id]
    if row?.life == .purged || TakeFiles.isUnfinished(name) {
      if isShared(name, room.data) { return [] }
      takes.shelf.files?[name] = nil
      return [.eraseTakeFiles([name], of: room.space)]
    }
    guard name == TakeFiles.recording(id) else { return [] }
    switch row.map({ Take($0).state }) {
    case nil, .recording:
      guard !takes.shelf.unmended.contains(id) else { return [] }
      takes.shelf.working = id
      return [
        .workOnTake(TakeRequest.recover.message, reading: [], writing: [name], of: room.space) {
          .shelf(.recovered(id, $0))
        }
      ]
    case .recorded, .lost: return finishing(name, id, &takes, room)
    case .kept, .sent:
      let files = takes.shelf.files ?? [:]
      let isWhole = row.flatMap { Take($0).sound }
        .map { files[TakeFiles.sound(id, $0.sha256, TakeFiles.flac)] != nil }
      guard isWhole == true else { return finishing(name, id, &takes, room) }
      takes.shelf.files?[name] = nil
      return [.eraseTakeFiles([name], of: room.space)]
    }
  }

  /// Whether another take is played from a sound, also one that is in the bin and may come back.
  private static func isShared(_ name: String, _ data: Replica) -> Bool {
    var isShared = false
    data.forEachRow { row in
      guard row.kind == .take, row.life != .purged, let sound = Take(row).sound else { return }
      if name.hasSuffix("-\(Hex.text(of: sound.sha256))\(TakeFiles.flac)") { isShared = true }
    }
    return isShared
  }

  /// In the sample studio nobody recorded: the next take is rendered.
  private static func render(
    _ takes: inout Takes.State, _ files: [String: UInt64], _ room: RoomContext
  ) -> Effect<Takes.Message>? {
    guard room.space == DeviceSpace.sample.name else { return nil }
    for take in takes.takes where take.state == .recorded {
      let name = TakeFiles.recording(take.id)
      guard files[name] == nil, !takes.shelf.unfinished.contains(take.id),
        let request = SampleStudio.request(for: take.id)
      else { continue }
      takes.shelf.working = take.id
      return .workOnTake(request.message, reading: [], writing: [name], of: room.space) {
        .shelf(.rendered(take.id, $0))
      }
    }
    return nil
  }

  private static func finishing(
    _ name: String, _ id: RowID, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard !takes.shelf.unfinished.contains(id) else { return [] }
    takes.shelf.working = id
    takes.shelf.share = 0
    let files = [TakeFiles.flac, TakeFiles.picture].map { TakeFiles.unfinished(id, $0) }
    return [
      .workOnTake(
        TakeRequest.finish.message, reading: [name], writing: files, of: room.space
      ) { .shelf(.finished(id, $0)) }
    ]
  }

  /// What was cut off is a take again.
  private static func recover(
    _ id: RowID, _ numbers: [Double], _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard numbers.count == 2, let frames = Int64(exactly: numbers[0]),
      let rate = Int(exactly: numbers[1])
    else { return [] }
    let row = room.data[id]
    let old = row.map { Take($0) }
    guard frames > 0 else {
      let erased = Effect<Takes.Message>.eraseTakeFiles([TakeFiles.recording(id)], of: room.space)
      let trashed = old.map { Effect<Takes.Message>.keep("Let an empty take go", $0.trashing) }
      return [erased] + (trashed.map { [$0] } ?? [])
    }
    let began = Int64(clamping: id.bits.high >> 16)
    var take =
      old ?? Take(id, named: "Take", day: room.day(of: began), began: began, sampleRate: rate)
    (take.frames, take.sampleRate, take.state) = (frames, rate, .recorded)
    take.name += " (recovered)"
    let length = Clock.text(seconds: take.seconds)
    return [
      .keep(
        "Recover “\(take.name)”", take.edits(from: old, zoneMinutes: room.zoneMinutes),
        saying: "A take was cut off. \(length) of it are here again.")
    ]
  }

  /// What is whole gets its name.
  private static func finish(
    _ id: RowID, _ numbers: [Double], _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard numbers.count == 11, let old = takes.take(id), let frames = Int64(exactly: numbers[0]),
      let rate = Int(exactly: numbers[1]), let size = UInt64(exactly: numbers[2])
    else { return list(&takes, room) }
    var sha256: [UInt8] = []
    for number in numbers[3...] {
      let word = UInt32(exactly: number) ?? 0
      for shift in [24, 16, 8, 0] {
        sha256.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
      }
    }
    guard let sound = BlobReference(sha256: sha256, byteCount: size, mimeType: "audio/flac")
    else { return [] }
    var take = old
    (take.state, take.sound, take.frames, take.sampleRate) = (.kept, sound, frames, rate)
    let space = room.space
    let edits = take.edits(from: old)
    func named(_ ending: String) -> Effect<Takes.Message> {
      .renameTakeFile(
        TakeFiles.unfinished(id, ending), to: TakeFiles.sound(id, sha256, ending), of: space)
    }
    return [
      named(TakeFiles.flac), named(TakeFiles.picture),
      .keep("Finish “\(take.name)”", edits, isVital: false),
    ] + list(&takes, room)
  }
}
