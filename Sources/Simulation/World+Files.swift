import Ledger

/// Files beside the rows, as takes have them: a device makes one and keeps it, sends it in pieces, and lets go of it
/// once the server says that it has all of it; and the server sweeps.
///
/// A device asks in each life of the server once for every file that lies on it, and sends what the server lacks.
extension World {
  /// A file that is being sent, as far as its device knows.
  struct Sending: Sendable {
    let number: Int
    var offset: Int
  }

  static let fileField = World.kind.field(6)

  mutating func meetFiles() {
    let device = fileRandom.below(devices.count)
    guard devices[device].awayUntil <= now else { return }
    switch fileRandom.below(32) {
    case 0..<5: makeFile(device)
    case 5..<8: letGo(device)
    case 8..<11: fetch(device)
    case 11..<14: deliverLatePiece()
    case 14..<16: sweep()
    default: send(device, messages: 1 + fileRandom.below(8))
    }
  }

  // MARK: - On a device

  /// A person records something: its bytes are kept first, then the row that refers to them.
  private mutating func makeFile(_ device: Int) {
    let tab = fileRandom.below(devices[device].tabs.count)
    let row = rows[fileRandom.below(rows.count)]
    guard let known = devices[device].tabs[tab].keeper.replica[row], known.life != .purged,
      devices[device].tabs[tab].keeper.isWritable
    else { return }
    var writer = ByteWriter()
    writer.writeFixed(UInt64(oracle.files.made.count))
    var bytes = writer.bytes
    for _ in 0..<fileRandom.below(24) { bytes.append(UInt8(fileRandom.below(256))) }
    guard
      let reference = BlobReference(
        sha256: SHA256.digest(of: bytes).bytes, byteCount: UInt64(bytes.count),
        mimeType: "audio/flac")
    else { return }
    let number = oracle.made(reference, bytes, for: CellKey(row, Self.fileField))
    devices[device].files[number] = Epoch.none
    tally.files += 1
    let edit = Edit(row, Self.kind, Self.fileField, .blob(reference))
    _ = devices[device].tabs[tab].keeper.edit("Record", [edit], wall: wall(device), draft: nil)
    tell { "device \(device), tab \(tab) makes file \(number) for \($0.name(row))" }
    carryOut(device, messages: fileRandom.below(12))
  }

  /// A person no longer wants a file here: it goes only if the server says at that moment that it has all of it.
  private mutating func letGo(_ device: Int) {
    let numbers = devices[device].files.keys.sorted()
    guard !numbers.isEmpty else { return }
    let number = numbers[fileRandom.below(numbers.count)]
    guard claim(number, device) == .ready else { return }
    devices[device].files[number] = nil
    tally.note(.fileLetGo)
    tell("device \(device) lets go of file \(number)")
    oracle.checkFiles(lying: filesOnDevices)
  }

  /// A person wants a file here that lies on the server.
  private mutating func fetch(_ device: Int) {
    guard hasAccount, devices[device].isOnline else { return }
    let list = server.files()
    for number in oracle.files.made.indices {
      guard devices[device].files[number] == nil, isReferred(number, on: device) else { continue }
      let name = oracle.files.made[number].reference.sha256
      guard let bytes = list.first(where: { $0.name == name })?.bytes else { continue }
      oracle.check(
        SHA256.digest(of: bytes).bytes == name, "file \(number) comes with other bytes")
      devices[device].files[number] = epoch(of: device)
      tally.note(.fileFetched)
      return tell("device \(device) fetches file \(number)")
    }
  }

  /// The life of the server that a device knows.
  private func epoch(of device: Int) -> Epoch { devices[device].tabs[0].keeper.replica.head.epoch }

  /// Whether a row refers to a file, as a device sees it.
  private func isReferred(_ number: Int, on device: Int) -> Bool {
    let file = oracle.files.made[number]
    guard let row = devices[device].tabs[0].keeper.replica[file.key.row], row.life != .purged else {
      return false
    }
    return row.value(file.key.field) == .blob(file.reference)
  }

  var filesOnDevices: Set<Int> {
    var numbers: Set<Int> = []
    for device in devices { numbers.formUnion(device.files.keys) }
    return numbers
  }

  // MARK: - On the way

  /// Sends what a device has to send, one file after another, until so many messages went their way.
  private mutating func send(_ device: Int, messages limit: Int) {
    for _ in 0..<limit {
      if let sending = devices[device].sending {
        sendPiece(sending, device)
      } else {
        guard let number = fileToSend(device) else { return }
        switch claim(number, device) {
        case .ready, .arriving: break
        case .full, .unknown, nil: return
        }
      }
    }
  }

  /// The first file of which the server did not say yet, in the life that the device knows, that it has it.
  private func fileToSend(_ device: Int) -> Int? {
    let epoch = epoch(of: device)
    guard epoch != .none else { return nil }
    return devices[device].files.keys.sorted().first { number in
      devices[device].files[number] != epoch && isReferred(number, on: device)
    }
  }

  /// Asks the server what it has of a file; `nil` where no answer comes.
  private mutating func claim(_ number: Int, _ device: Int) -> FileProgress? {
    guard hasAccount, devices[device].isOnline else { return nil }
    let hasRoom = isCalm || !isServerFull
    let answer = server.claim(oracle.files.made[number].reference, hasRoom, serverNow)
    oracle.claimed(number, answer, hasRoom: hasRoom, now: serverNow)
    tell { "device \(device) asks for file \(number): \($0.words(answer))" }
    guard !isFileFaulty() else {
      tally.note(.fileAnswerLost)
      return nil
    }
    if answer == .full { tally.note(.fileRefused) }
    let file = oracle.files.made[number]
    if answer != .ready, file.hasWord, !file.isSwept { tally.note(.fileAsked) }
    hear(answer, of: number, device)
    return answer
  }

  private mutating func hear(_ answer: FileProgress, of number: Int, _ device: Int) {
    devices[device].sending = nil
    switch answer {
    case .arriving(let offset):
      devices[device].sending = Sending(number: number, offset: offset)
    case .ready:
      devices[device].files[number] = epoch(of: device)
      oracle.files.made[number].hasWord = true
    case .full, .unknown: break
    }
  }

  /// Sends the next piece of a file; where no answer comes, the server is asked anew.
  private mutating func sendPiece(_ sending: Sending, _ device: Int) {
    guard hasAccount, devices[device].isOnline else {
      devices[device].sending = nil
      return
    }
    let file = oracle.files.made[sending.number]
    guard sending.offset < file.bytes.count else {
      return oracle.fail("the server has more of file \(sending.number) than there is")
    }
    let end = min(sending.offset + 1 + fileRandom.below(12), file.bytes.count)
    let piece = FilePiece(
      file: file.reference, offset: sending.offset, bytes: Array(file.bytes[sending.offset..<end]))
    if isFileFaulty() {
      devices[device].sending = nil
      switch fileRandom.below(5) {
      case 0: return tally.note(.pieceLost)
      case 1:
        tally.note(.fileAnswerLost)
        _ = arrive(piece)
        return
      case 2:
        tally.note(.pieceLate)
        return latePieces.append(piece)
      case 3: return tally.note(.sendingCutShort)
      default:
        tally.note(.pieceTwice)
        latePieces.append(piece)
      }
    }
    hear(arrive(piece), of: sending.number, device)
  }

  /// A piece comes that its device has given up, or that came before.
  private mutating func deliverLatePiece() {
    guard hasAccount, !latePieces.isEmpty else { return }
    _ = arrive(latePieces.remove(at: fileRandom.below(latePieces.count)))
  }

  private mutating func arrive(_ piece: FilePiece) -> FileProgress {
    let answer = server.takePiece(piece, serverNow)
    oracle.took(piece, answer, now: serverNow)
    tell { world in
      let number = world.oracle.files.numbers[piece.file.sha256] ?? 0
      let end = piece.offset + piece.bytes.count
      return "bytes \(piece.offset)-\(end) of file \(number) come: \(world.words(answer))"
    }
    return answer
  }

  private mutating func isFileFaulty() -> Bool {
    !isCalm && fileRandom.below(64) < schedule.messageFaults
  }

  private func words(_ progress: FileProgress) -> String {
    switch progress {
    case .arriving(let count): "\(count) bytes are there"
    case .ready: "all of it is there"
    case .full: "no room"
    case .unknown: "not expected"
    }
  }

  // MARK: - The server

  private mutating func sweep() {
    let names = server.sweep(serverNow)
    oracle.swept(names, referred: referredFiles(), now: serverNow)
    oracle.checkFiles(listed: server.files())
    for _ in names { tally.note(.fileSwept) }
    tell("the server sweeps \(names.count) files")
    // What lay on the server alone, and nothing referred to for so long, is nowhere now.
    oracle.forgiveSwept(lying: filesOnDevices)
  }

  /// The files that cells on the server refer to, current and superseded, also those that tell of conflicts.
  private func referredFiles() -> Set<Int> {
    var referred: Set<Int> = []
    var rows: Set<RowID> = []
    for file in oracle.files.made { rows.insert(file.key.row) }
    for cell in oracle.truth.cells.values {
      if case .blob(let file) = cell.cell.value, let number = oracle.files.numbers[file.sha256] {
        referred.insert(number)
      }
      if cell.kind == .conflict { rows.insert(cell.row) }
    }
    for row in rows {
      for entry in server.history(row) {
        if case .blob(let file) = entry.cell.cell.value,
          let number = oracle.files.numbers[file.sha256]
        {
          referred.insert(number)
        }
      }
    }
    return referred
  }

  /// A disaster came over devices or the server.
  mutating func forgiveFiles() {
    oracle.forgiveFiles(lying: filesOnDevices, isRestored: lives > 1)
  }

  // MARK: - The end

  /// Every file that lies on a device and that a row refers to is on the server as a whole, and after two months
  /// of quiet the server has what is referred to and nothing else.
  mutating func filesRest() {
    while !latePieces.isEmpty { deliverLatePiece() }
    for device in devices.indices {
      send(device, messages: 2_000)
      for number in devices[device].files.keys.sorted() where isReferred(number, on: device) {
        // What was swept, as nothing on the server referred to it, the device takes to be there.
        oracle.check(
          oracle.files.listed[number] != nil || oracle.files.made[number].isSwept,
          "file \(number) lies on device \(device) and never reached the server")
      }
    }
    oracle.checkFiles(lying: filesOnDevices)
    for _ in 0..<3 {
      now += Horizon.day * Int64(fileRandom.below(20))
      letGo(fileRandom.below(devices.count))
      sweep()
    }
    now += FileTruth.grace
    sweep()
    oracle.checkFiles(lying: filesOnDevices)
    let referred = referredFiles()
    oracle.check(
      oracle.files.listed.keys.allSatisfy { referred.contains($0) },
      "the server keeps a file which nothing refers to")
  }
}
