import Ledger

/// Files beside the rows, as takes have them: a device creates one and saves it, and its tabs transfer it with the real
/// ``Carrier``: uploaded in pieces, downloaded where wanted, deleted once the server says that it has all of it. And
/// the server sweeps.
///
/// Here are the disk, the network and the person; what happens when, and what an answer means, is decided by the
/// carrier.
extension World {
  static let fileField = World.kind.field(6)
  /// Which file the server has, according to the row. It names the file, as several devices record into one row here.
  static let sentField = World.kind.field(7)
  /// How many bytes of a file are transferred at once.
  static let pieces: ClosedRange<UInt64> = 1...12

  mutating func meetFiles() {
    let device = fileRandom.below(devices.count)
    guard devices[device].awayUntil <= now else { return }
    let tab = fileRandom.below(devices[device].tabs.count)
    switch fileRandom.below(32) {
    case 0..<5: makeFile(device, tab)
    case 5..<9: want(false, device, tab)
    case 9..<13: want(true, device, tab)
    case 13..<15: deliverLatePiece()
    case 15..<17: sweep()
    case 17: changeMind(device, tab)
    default: carry(device, holder(device) ?? tab, messages: 1 + fileRandom.below(16))
    }
  }

  // MARK: - People

  /// A person records something: its bytes are saved first, then the row that refers to them.
  private mutating func makeFile(_ device: Int, _ tab: Int) {
    let row = rows[fileRandom.below(rows.count)]
    guard let known = view(device, tab)[row], known.life != .purged,
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
    devices[device].files.insert(number)
    tally.files += 1
    let edits = [
      Edit(row, Self.kind, Self.fileField, .blob(reference)),
      Edit(row, Self.kind, Self.sentField, .null),
    ]
    _ = devices[device].tabs[tab].keeper.edit("Record", edits, wall: wall(device), draft: nil)
    tell { "device \(device), tab \(tab) creates file \(number) for \($0.name(row))" }
    carryOut(device, messages: fileRandom.below(12))
  }

  /// A person wants a file from the server on this device, or no longer wants one on it.
  private mutating func want(_ isFetched: Bool, _ device: Int, _ tab: Int) {
    let numbers = oracle.files.made.indices.filter { number in
      devices[device].files.contains(number) != isFetched && isReferred(number, device, tab)
    }
    guard !numbers.isEmpty else { return }
    let number = numbers[fileRandom.below(numbers.count)]
    tell("device \(device), tab \(tab): file \(number) is \(isFetched ? "wanted" : "unwanted")")
    look(device, tab)
    let file = oracle.files.made[number]
    devices[device].tabs[tab].carrier.want(
      Carrier.File(file.key.row, file.reference), here: isFetched, now: wall(device))
    carry(device, tab, messages: fileRandom.below(12))
  }

  private mutating func changeMind(_ device: Int, _ tab: Int) {
    switch fileRandom.below(5) {
    case 0: devices[device].tabs[tab].carrier.stop(now: wall(device))
    case 1, 2: devices[device].tabs[tab].carrier.tryAgain(now: wall(device))
    default:
      var choices = devices[device].choices
      if fileRandom.once(in: 2) { choices.sends.toggle() } else { choices.keepsAll.toggle() }
      devices[device].tabs[tab].carrier.choose(choices, now: wall(device))
    }
    carry(device, tab, messages: fileRandom.below(4))
  }

  // MARK: - The carrier of a tab

  /// Whether a row refers to a file, as seen by a tab.
  private func isReferred(_ number: Int, _ device: Int, _ tab: Int) -> Bool {
    let file = oracle.files.made[number]
    guard let row = devices[device].tabs[tab].keeper.replica[file.key.row], row.life != .purged
    else { return false }
    return row.value(file.key.field) == .blob(file.reference)
  }

  /// Whether its row says that the server has a file.
  private func isMarked(_ number: Int, _ device: Int, _ tab: Int) -> Bool {
    view(device, tab)[oracle.files.made[number].key.row]?.value(Self.sentField) == mark(number)
  }

  private func mark(_ number: Int) -> Value { .text("file \(number)") }

  /// Shows a tab's carrier the present rows and files, newest first.
  private mutating func look(_ device: Int, _ tab: Int) {
    let keeper = devices[device].tabs[tab].keeper
    var items: [Carrier.Item] = []
    for number in oracle.files.made.indices.reversed() where isReferred(number, device, tab) {
      let file = oracle.files.made[number]
      var here = Carrier.Item.Presence.nothing
      if devices[device].files.contains(number) {
        here = .whole
      } else if let part = devices[device].parts[number] {
        here = .part(UInt64(part.count))
      }
      items.append(
        Carrier.Item(
          Carrier.File(file.key.row, file.reference), isSent: isMarked(number, device, tab),
          here: here))
    }
    let head = keeper.replica.head
    var link: ServerLink?
    if devices[device].isOnline, let account = head.account, head.epoch != .none {
      link = ServerLink(
        account: account, epoch: head.epoch, isHolder: devices[device].tabs[tab].isHolder)
    }
    devices[device].tabs[tab].carrier.look(
      at: keeper.isWritable ? items : nil, link: link, now: wall(device))
  }

  /// Carries out the orders of a tab's carrier, until it rests or `limit` messages were sent.
  mutating func carry(_ device: Int, _ tab: Int, messages limit: Int) {
    var left = limit
    var count = 0
    look(device, tab)
    while oracle.violation == nil {
      count += 1
      guard count < 20_000 else {
        return oracle.fail("a carrier of device \(device) does not come to rest")
      }
      devices[device].tabs[tab].carrierOrders += devices[device].tabs[tab].carrier.takeOrders()
      guard let order = devices[device].tabs[tab].carrierOrders.first else {
        guard left > 0, waitOut(device, tab) else { return }
        left -= 1
        continue
      }
      if order.isMessage {
        guard left > 0 else { return }
        left -= 1
      }
      devices[device].tabs[tab].carrierOrders.removeFirst()
      carryOut(order, device, tab)
    }
  }

  /// Lets the time pass for which a carrier waits; returns whether it did.
  private mutating func waitOut(_ device: Int, _ tab: Int) -> Bool {
    guard let wait = devices[device].tabs[tab].carrierWait,
      wait.end <= now || isCalm || fileRandom.once(in: 2)
    else { return false }
    now = max(now, wait.end)
    devices[device].tabs[tab].carrierWait = nil
    devices[device].tabs[tab].carrier.rested(wait.number, now: wall(device))
    return true
  }

  private mutating func carryOut(_ order: Carrier.Order, _ device: Int, _ tab: Int) {
    switch order {
    case .recallChoices(let number):
      devices[device].tabs[tab].carrier.recalled(number, devices[device].choices, now: wall(device))
    case .remember(let choices): devices[device].choices = choices
    case .recallWord:
      devices[device].tabs[tab].carrier.recalled(devices[device].word, now: wall(device))
    case .rememberWord(let word): devices[device].word = word
    case .wait(let number, let milliseconds):
      let end = now + Int64(milliseconds)
      devices[device].tabs[tab].carrierWait = SimulatedDevice.CarrierWait(number: number, end: end)
    case .stopWaiting: devices[device].tabs[tab].carrierWait = nil
    case .claim(let number, let blob, _): claim(number, of: blob, device, tab)
    case .send(let number, let upload, let offset, let bytes):
      guard let file = Int(upload), oracle.files.made.indices.contains(file) else {
        return oracle.fail("device \(device) sends bytes that the server did not ask for")
      }
      let blob = oracle.files.made[file].reference
      send(number, FilePiece(file: blob, offset: Int(offset), bytes: bytes), device, tab)
    case .fetch(let number, let blob, let range): fetch(number, blob, range, device, tab)
    case .read(let number, let file, let isPart, let offset, let count):
      let bytes = isPart ? part(of: file, device) : whole(of: file, device)
      let end = min(offset + count, UInt64(bytes?.count ?? 0))
      devices[device].tabs[tab].carrier.read(
        number, bytes.flatMap { offset < end ? Array($0[Int(offset)..<Int(end)]) : nil },
        now: wall(device))
    case .write(let number, let bytes, let file, let offset):
      let result = write(bytes, to: file, at: offset, device)
      devices[device].tabs[tab].carrier.wrote(number, result, now: wall(device))
    case .complete(let file): complete(file, device)
    case .erasePart(let file):
      if let number = self.number(file.blob) { devices[device].parts[number] = nil }
    case .erase(let blob): erase(blob, device)
    case .list: look(device, tab)
    case .mark(let files, let isSent): mark(files, isSent, device, tab)
    }
  }

  private func number(_ blob: BlobReference) -> Int? { oracle.files.numbers[blob.sha256] }

  private mutating func answer(
    _ number: UInt64, _ answer: Carrier.Answer, _ device: Int, _ tab: Int
  ) {
    devices[device].tabs[tab].carrier.answered(number, answer, now: wall(device))
  }

  /// No answer comes in time; it may still come later.
  private mutating func lose(
    _ number: UInt64, _ late: Carrier.Answer, _ device: Int, _ tab: Int
  ) {
    tally.note(.fileAnswerLost)
    answer(number, .failed(.unreachable), device, tab)
    if fileRandom.once(in: 2) { answer(number, late, device, tab) }
  }

  // MARK: - The disk

  private func whole(of file: Carrier.File, _ device: Int) -> [UInt8]? {
    number(file.blob).flatMap { number in
      devices[device].files.contains(number) ? oracle.files.made[number].bytes : nil
    }
  }

  private func part(of file: Carrier.File, _ device: Int) -> [UInt8]? {
    number(file.blob).flatMap { devices[device].parts[$0] }
  }

  private mutating func write(
    _ bytes: [UInt8], to file: Carrier.File, at offset: UInt64, _ device: Int
  ) -> Carrier.Written {
    guard let number = number(file.blob) else { return .failed }
    if isFileFaulty() {
      tally.note(.fileNoRoom)
      return .full
    }
    let part = devices[device].parts[number] ?? []
    guard UInt64(part.count) == offset else { return .failed }
    devices[device].parts[number] = part + bytes
    return .done
  }

  private mutating func complete(_ file: Carrier.File, _ device: Int) {
    guard let number = number(file.blob), let part = devices[device].parts[number] else { return }
    oracle.check(
      part == oracle.files.made[number].bytes, "a device accepts wrong bytes for file \(number)")
    devices[device].parts[number] = nil
    devices[device].files.insert(number)
    tally.note(.fileFetched)
    tell("device \(device) has downloaded file \(number)")
  }

  private mutating func erase(_ blob: BlobReference, _ device: Int) {
    guard let number = number(blob) else { return }
    devices[device].parts[number] = nil
    guard devices[device].files.remove(number) != nil else { return }
    tally.note(.fileLetGo)
    tell("device \(device) deletes its copy of file \(number)")
    oracle.checkFiles(lying: filesOnDevices)
  }

  /// Rows say whether the server has their files; that it does, only after the server said so itself.
  private mutating func mark(
    _ files: [Carrier.File], _ isSent: Bool, _ device: Int, _ tab: Int
  ) {
    let keeper = devices[device].tabs[tab].keeper
    guard keeper.isWritable else { return }
    var edits: [Edit] = []
    for file in files {
      guard keeper.replica[file.row]?.value(Self.fileField) == .blob(file.blob),
        let number = number(file.blob)
      else { continue }
      oracle.check(
        !isSent || oracle.files.made[number].hasWord,
        "a row says that the server has file \(number), but the server never said so")
      edits.append(Edit(file.row, Self.kind, Self.sentField, isSent ? mark(number) : .null))
    }
    _ = devices[device].tabs[tab].keeper.edit(
      Action.byItself, edits, wall: wall(device), draft: nil)
    look(device, tab)
    carryOut(device, messages: 0)
  }

  var filesOnDevices: Set<Int> {
    var numbers: Set<Int> = []
    for device in devices { numbers.formUnion(device.files) }
    return numbers
  }

  // MARK: - Messages

  /// Asks the server how much it has of a file.
  private mutating func claim(
    _ order: UInt64, of blob: BlobReference, _ device: Int, _ tab: Int
  ) {
    guard hasAccount, devices[device].isOnline, let number = number(blob) else {
      return answer(order, .failed(.unreachable), device, tab)
    }
    let hasRoom = isCalm || !isServerFull
    let progress = server.claim(blob, hasRoom, serverNow)
    oracle.claimed(number, progress, hasRoom: hasRoom, now: serverNow)
    tell { "device \(device), tab \(tab) asks for file \(number): \($0.words(progress))" }
    if progress == .full { tally.note(.fileRefused) }
    let file = oracle.files.made[number]
    if progress != .ready, file.hasWord, !file.isSwept { tally.note(.fileAsked) }
    let answer: Carrier.Answer
    switch progress {
    case .arriving(let offset):
      oracle.check(
        UInt64(offset) < blob.byteCount, "the server has more of file \(number) than there is")
      answer = .waiting(upload: String(number), offset: UInt64(offset))
    case .ready: answer = .ready
    case .full: answer = .failed(.refused(nil))
    case .unknown: answer = .failed(.trouble(nil))
    }
    if isFileFaulty() { return lose(order, answer, device, tab) }
    hear(progress, of: blob)
    self.answer(order, answer, device, tab)
  }

  private mutating func hear(_ progress: FileProgress, of blob: BlobReference) {
    if progress == .ready, let number = number(blob) { oracle.files.made[number].hasWord = true }
  }

  /// Sends the next piece of a file.
  private mutating func send(_ order: UInt64, _ piece: FilePiece, _ device: Int, _ tab: Int) {
    guard hasAccount, devices[device].isOnline else {
      return answer(order, .failed(.unreachable), device, tab)
    }
    if isFileFaulty() {
      switch fileRandom.below(6) {
      case 0:
        tally.note(.pieceLost)
        return answer(order, .failed(.unreachable), device, tab)
      case 1:
        let late = said(arrive(piece), to: piece)
        return lose(order, late, device, tab)
      case 2:
        tally.note(.pieceLate)
        latePieces.append(piece)
        return answer(order, .failed(.unreachable), device, tab)
      case 3:
        tally.note(.sendingCutShort)
        return devices[device].tabs[tab].beginCarrying()
      case 4:
        tally.note(.fileDamaged)
        return answer(order, .failed(.trouble(nil)), device, tab)
      default:
        tally.note(.pieceTwice)
        latePieces.append(piece)
      }
    }
    let progress = arrive(piece)
    hear(progress, of: piece.file)
    answer(order, said(progress, to: piece), device, tab)
  }

  /// The server's answer to a piece.
  private func said(_ progress: FileProgress, to piece: FilePiece) -> Carrier.Answer {
    switch progress {
    case .arriving(piece.offset + piece.bytes.count): .taken
    case .arriving, .unknown: .failed(.trouble(nil))
    case .ready: .ready
    case .full: .failed(.refused(nil))
    }
  }

  private mutating func fetch(
    _ order: UInt64, _ blob: BlobReference, _ range: Range<UInt64>, _ device: Int, _ tab: Int
  ) {
    guard hasAccount, devices[device].isOnline, let number = number(blob) else {
      return answer(order, .failed(.unreachable), device, tab)
    }
    guard let bytes = server.files().first(where: { $0.name == blob.sha256 })?.bytes else {
      tell("device \(device), tab \(tab) requests file \(number), which the server does not have")
      return answer(order, .missing, device, tab)
    }
    oracle.check(
      SHA256.digest(of: bytes).bytes == blob.sha256, "file \(number) comes with the wrong bytes")
    var piece = Array(bytes[Int(range.lowerBound)..<min(Int(range.upperBound), bytes.count)])
    if isFileFaulty() {
      guard fileRandom.once(in: 2) else { return lose(order, .bytes(piece), device, tab) }
      tally.note(.fileDamaged)
      piece[0] ^= 1
    }
    answer(order, .bytes(piece), device, tab)
  }

  /// A piece arrives that its device has given up, or that arrived before.
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
      return "bytes \(piece.offset)-\(end) of file \(number) arrive: \(world.words(answer))"
    }
    return answer
  }

  private mutating func isFileFaulty() -> Bool {
    !isCalm && fileRandom.below(64) < schedule.messageFaults
  }

  private func words(_ progress: FileProgress) -> String {
    switch progress {
    case .arriving(let count): "it has \(count) bytes"
    case .ready: "it has all of it"
    case .full: "no space"
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
    // A file that was only on the server, and that nothing referred to for so long, is nowhere now.
    oracle.forgiveSwept(lying: filesOnDevices)
  }

  /// The files that cells on the server refer to, current and superseded, including those of conflicts.
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

  /// A disaster struck devices or the server.
  mutating func forgiveFiles() {
    oracle.forgiveFiles(lying: filesOnDevices, isRestored: lives > 1)
  }

  // MARK: - The end

  /// A person wants everything sent, and retries what failed.
  mutating func calmFiles() {
    for device in devices.indices {
      for tab in devices[device].tabs.indices {
        var choices = devices[device].choices
        choices.sends = true
        devices[device].choices = choices
        devices[device].tabs[tab].carrier.choose(choices, now: wall(device))
        devices[device].tabs[tab].carrier.tryAgain(now: wall(device))
      }
    }
  }

  /// Every file that is on a device and that a row refers to is complete on the server, and its row says so; and after
  /// two months of quiet the server has exactly the files that are referred to.
  mutating func filesRest() {
    while !latePieces.isEmpty { deliverLatePiece() }
    // A device believes for twenty days that a file is on the server, even if it was swept because nothing there
    // referred to it, or lost by a server that does not know it.
    let isTold = tally.count(of: .serverCopiedBack) == 0
    for device in devices.indices {
      checkSent(device) { isTold && !$0.isSwept }
    }
    now += 21 * Horizon.day
    for _ in 0..<2 {
      for device in devices.indices { round(device) }
    }
    for device in devices.indices { checkSent(device) { _ in true } }
    oracle.checkFiles(lying: filesOnDevices)
    for _ in 0..<3 {
      now += Horizon.day * Int64(fileRandom.below(20))
      let device = fileRandom.below(devices.count)
      want(false, device, 0)
      carry(device, 0, messages: 2_000)
      sweep()
    }
    now += FileTruth.grace
    sweep()
    oracle.checkFiles(lying: filesOnDevices)
    let referred = referredFiles()
    oracle.check(
      oracle.files.listed.keys.allSatisfy { referred.contains($0) },
      "the server keeps a file that nothing refers to")
  }

  private mutating func checkSent(_ device: Int, _ isAsked: (FileTruth.Made) -> Bool) {
    for number in devices[device].files.sorted() where isReferred(number, device, 0) {
      let file = oracle.files.made[number]
      guard isAsked(file) else { continue }
      oracle.check(
        oracle.files.listed[number] != nil,
        "file \(number) is on device \(device) but never reached the server")
      // A full row cannot be marked.
      oracle.check(
        isMarked(number, device, 0) || tally.count(of: .rowFilled) > 0,
        "file \(number) is on the server, and its row on device \(device) does not say so")
    }
  }
}

extension Carrier.Order {
  /// Whether it goes to the server.
  fileprivate var isMessage: Bool {
    switch self {
    case .claim, .send, .fetch: true
    default: false
    }
  }
}
