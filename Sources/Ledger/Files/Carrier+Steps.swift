/// The steps of a load, and how answers are handled.
extension Carrier {
  /// The number for an order whose answer is awaited from now on.
  private mutating func ask() -> UInt64 {
    count += 1
    awaited = count
    return count
  }

  /// Whether an answer is to the latest question; if so, nothing is awaited any more.
  private mutating func takes(_ number: UInt64) -> Bool {
    guard number == awaited else { return false }
    awaited = nil
    return true
  }

  // MARK: - Starting

  /// Starts or continues the load, once the latest choices are known, perhaps from another page.
  mutating func begin() {
    orders.append(.recallChoices(number: ask()))
  }

  /// The latest choices, as they were stored.
  public mutating func recalled(_ number: UInt64, _ choices: Choices, now: Int64) {
    // A read ordered before somebody chose here may return the earlier choices.
    if chosenAt.map({ number > $0 }) ?? true { self.choices = choices }
    guard takes(number), let load, let account = link?.account else { return proceed(now) }
    switch load.way {
    case .down: receive(now)
    case .up where !choices.sends:
      letGo()
      proceed(now)
    case .up, .away: orders.append(.claim(number: ask(), load.file.blob, account))
    }
  }

  public mutating func rested(_ number: UInt64, now: Int64) {
    guard takes(number) else { return }
    isPausing = false
    if load == nil { proceed(now) } else { begin() }
  }

  // MARK: - The server

  public mutating func answered(_ number: UInt64, _ answer: Answer, now: Int64) {
    guard takes(number), let load else { return }
    switch answer {
    case .waiting(let upload, let offset) where load.way != .down:
      // A file that should leave stays until the server has it.
      self.load?.way = .up
      self.load?.upload = upload
      self.load?.done = offset
      // A row that says otherwise is about a server that lost the file.
      asked.remove(load.file)
      mark(load.file.blob, isSent: false)
      send()
    case .taken where load.way == .up:
      self.load?.done += UInt64(load.piece.count)
      measure(now)
      send()
    case .ready where load.way == .away:
      wishes.removeAll { $0.file == load.file }
      mark(load.file.blob, isSent: true)
      erase(load.file.blob, now)
    case .ready where load.way == .up:
      failures = 0
      noteAsked(load.file, now)
      letGo()
      mark(load.file.blob, isSent: true)
      proceed(now)
    case .bytes(let bytes)
    where load.way == .down && !bytes.isEmpty && UInt64(bytes.count) <= load.rest:
      measure(now)
      noteAsked(load.file, now)
      self.load?.piece = bytes
      orders.append(.write(number: ask(), bytes, load.file, offset: load.done))
    case .missing where load.way == .down: refuse(load, .missing(load.file.row), now)
    case .failed(let failure): fail(load, failure, now)
    default: fail(load, .refused(nil), now)
    }
  }

  /// Reads the next piece to upload.
  private mutating func send() {
    guard let load else { return }
    let count = min(piece, load.rest)
    orders.append(
      .read(number: ask(), load.file, isPart: false, from: load.done, count: count))
  }

  /// Requests the next piece to download; a part that is already here is read first.
  private mutating func receive(_ now: Int64) {
    guard let load else { return }
    let here = part(of: load.file)
    if here > load.file.blob.byteCount { return erasePart(of: load, now) }
    if here > load.done {
      let count = min(here - load.done, pieces.upperBound)
      return orders.append(
        .read(number: ask(), load.file, isPart: true, from: load.done, count: count))
    }
    guard load.rest > 0 else { return close(load, now) }
    askedAt = now
    let end = load.done + min(piece, load.rest)
    orders.append(.fetch(number: ask(), load.file.blob, load.done..<end))
  }

  // MARK: - Files

  /// The bytes read; `nil` if reading failed.
  public mutating func read(_ number: UInt64, _ bytes: [UInt8]?, now: Int64) {
    guard takes(number), let load else { return }
    guard let bytes, !bytes.isEmpty, UInt64(bytes.count) <= load.rest else {
      if load.way == .down { return erasePart(of: load, now) }
      return refuse(load, .unreadable(load.file.row), now)
    }
    if load.way == .down {
      take(bytes)
      return receive(now)
    }
    askedAt = now
    self.load?.piece = bytes
    orders.append(.send(number: ask(), upload: load.upload, offset: load.done, bytes))
  }

  public mutating func wrote(_ number: UInt64, _ result: Written, now: Int64) {
    guard takes(number), let load else { return }
    switch result {
    case .done:
      take(load.piece)
      note(.part(self.load?.done ?? 0)) { $0.file == load.file }
      receive(now)
    case .full: refuse(load, .noRoom(load.file.row), now)
    case .failed:
      self.load = nil
      rest(atLeast: 10)
      orders.append(.list)
    }
  }

  /// Adds downloaded bytes that are now here.
  private mutating func take(_ bytes: [UInt8]) {
    load?.hash.update(bytes)
    load?.done += UInt64(bytes.count)
  }

  /// The download is complete: it becomes the file, if its content is right.
  private mutating func close(_ load: Load, _ now: Int64) {
    var hash = load.hash
    guard hash.finish().bytes == load.file.blob.sha256 else {
      forgetPart(of: load.file)
      return refuse(load, .damaged(load.file.row), now)
    }
    wishes.removeAll { $0.file == load.file }
    letGo()
    note(.whole) { $0.file.blob == load.file.blob }
    orders += [.complete(load.file), .list]
    proceed(now)
  }

  /// Ends the load and erases its part.
  mutating func erasePart(of load: Load, _ now: Int64) {
    letGo()
    forgetPart(of: load.file)
    proceed(now)
  }

  private mutating func forgetPart(of file: File) {
    note(.nothing) { $0.file == file }
    orders += [.erasePart(file), .list]
  }

  private mutating func erase(_ blob: BlobReference, _ now: Int64) {
    letGo()
    note(.nothing) { $0.file.blob == blob }
    orders += [.erase(blob), .list]
    proceed(now)
  }

  /// How many bytes of a download are here.
  private func part(of file: File) -> UInt64 {
    for item in items where item.file == file {
      if case .part(let count) = item.here { return count }
    }
    return 0
  }

  private mutating func note(_ presence: Item.Presence, where isMeant: (Item) -> Bool) {
    for index in items.indices where isMeant(items[index]) { items[index].here = presence }
  }

  // MARK: - Rows

  /// Sets in rows whether the server has a file, where they say otherwise.
  private mutating func mark(_ blob: BlobReference, isSent: Bool) {
    var files: [File] = []
    for index in items.indices
    where items[index].file.blob == blob && items[index].isSent != isSent {
      items[index].isSent = isSent
      let file = items[index].file
      // So that the file of a row that accepts no changes is not checked again and again.
      if isSent { told.insert(file) } else { told.remove(file) }
      files.append(file)
    }
    guard !files.isEmpty else { return }
    orders.append(.mark(files, isSent: isSent))
  }

  // MARK: - Failures

  private mutating func fail(_ load: Load, _ failure: Failure, _ now: Int64) {
    switch failure {
    case .unreachable: rest()
    case .signedOut: rest(atLeast: 60)
    case .busy: rest(atLeast: 20)
    // It is retried a few times, without holding up the files after it.
    case .trouble where load.objections < Self.patience:
      self.load?.objections += 1
      rest()
    case .trouble(let words), .refused(let words):
      failures = 0
      refuse(load, .refused(words), now)
    }
  }

  /// How many times in a row a server may fail with one file before the next one is tried.
  private static let patience = 5

  /// Reports the trouble, and continues with the next file.
  private mutating func refuse(_ load: Load, _ trouble: Trouble, _ now: Int64) {
    self.trouble = trouble
    if load.way == .down { unfetched.insert(load.file) } else { unsent.insert(load.file) }
    wishes.removeAll { $0.file == load.file }
    letGo()
    proceed(now)
  }

  /// Nothing came through: retries later, at growing intervals.
  private mutating func rest(atLeast seconds: Int = 1) {
    isPausing = true
    piece = max(piece / 2, pieces.lowerBound)
    let seconds = max(min(1 << min(failures, 9), 300), seconds)
    failures += 1
    orders.append(.wait(number: ask(), milliseconds: seconds * 1_000))
  }

  /// Adapts the piece size to the connection: one takes about two seconds.
  private mutating func measure(_ now: Int64) {
    failures = 0
    load?.objections = 0
    let elapsed = now - askedAt
    if elapsed < 1_000 { piece = min(piece * 2, pieces.upperBound) }
    if elapsed > 4_000 { piece = max(piece / 2, pieces.lowerBound) }
  }
}
