/// What to carry next, and what people want.
extension Carrier {
  /// Enters a space: pending orders of the previous one are dropped.
  public mutating func enter() {
    var carrier = Carrier(pieces: pieces)
    (carrier.choices, carrier.count) = (choices, count)
    carrier.orders = orders + [.stopWaiting, .recallChoices(number: 0), .recallWord]
    self = carrier
  }

  /// Takes the state of rows and files, the most important rows first, and starts what must be done. Without items
  /// nothing is started, because they are unknown or rows cannot be changed.
  public mutating func look(at items: [Item]?, link: ServerLink?, now: Int64) {
    if self.link != link { follow(link) }
    isReady = items != nil
    if let items {
      self.items = items
      asked.forgetFormer(items)
      told.forgetFormer(items)
      unsent.forgetFormer(items)
      unfetched.forgetFormer(items)
      if !told.isEmpty { for item in items where item.isSent { told.remove(item.file) } }
    }
    proceed(now)
  }

  private mutating func follow(_ link: ServerLink?) {
    if self.link?.account != link?.account { forgiveAll() }
    if let link, link.epoch != askedEpoch {
      forgetAsked()
      hasTakenWord = false
      askedEpoch = link.epoch
    }
    self.link = link
    letGo()
    failures = 0
    orders.append(.stopWaiting)
  }

  /// The server's last confirmation for this space, as it was stored.
  public mutating func recalled(_ word: Word?, now: Int64) {
    self.word = word
    hasRecalledWord = true
    proceed(now)
  }

  // MARK: - People

  public mutating func choose(_ choices: Choices, now: Int64) {
    self.choices = choices
    chosenAt = count
    if !choices.sends, load?.way == .up { letGo() }
    orders.append(.remember(choices))
    proceed(now)
  }

  /// A person wants a file on this device, or no longer on it.
  public mutating func want(_ file: File, here isFetched: Bool, now: Int64) {
    unsent.remove(file)
    unfetched.remove(file)
    trouble = nil
    wishes.removeAll { $0.file == file }
    wishes.append(Wish(file: file, isFetched: isFetched))
    // Automatic transfers give way and continue later where they stopped; an earlier wish for this file no longer
    // counts.
    if let load, load.file == file || !wishes.contains(where: { $0.file == load.file }) {
      letGo()
    }
    proceed(now)
  }

  /// The current download is no longer wanted.
  public mutating func stop(now: Int64) {
    guard let load, load.way == .down else { return }
    wishes.removeAll { $0.file == load.file }
    unfetched.insert(load.file)
    erasePart(of: load, now)
  }

  public mutating func tryAgain(now: Int64) {
    forgiveAll()
    told = Known()
    proceed(now)
  }

  private mutating func forgiveAll() {
    (trouble, unsent, unfetched) = (nil, Known(), Known())
  }

  // MARK: - What is next

  mutating func letGo() {
    load = nil
    isPausing = false
    awaited = nil
  }

  /// Starts the next load, if none is under way.
  mutating func proceed(_ now: Int64) {
    guard let link, isReady, load == nil, !isPausing else { return }
    if let began = askedFrom ?? word?.moment, !(0..<Word.trust).contains(now - began) {
      word = nil
      forgetAsked()
    }
    takeWord(link)
    load = chosen(link)
    if load == nil { settle(link, now) } else { begin() }
  }

  /// The next load: first what somebody is waiting for.
  private mutating func chosen(_ link: ServerLink) -> Load? {
    while let wish = wishes.first {
      if let item = items.first(where: { $0.file == wish.file }),
        item.here == .whole ? !wish.isFetched : wish.isFetched
      {
        return Load(wish.file, wish.isFetched ? .down : .away)
      }
      wishes.removeFirst()
    }
    guard link.isHolder else { return nil }
    for item in items {
      if case .part = item.here, !unfetched.contains(item.file) { return Load(item.file, .down) }
    }
    if choices.sends, let item = items.first(where: { isToSend($0) }) {
      return Load(item.file, .up)
    }
    guard choices.keepsAll else { return nil }
    let next = items.first { item in
      item.here == .nothing && item.isSent && !unfetched.contains(item.file)
    }
    return next.map { Load($0.file, .down) }
  }

  private func isToSend(_ item: Item) -> Bool {
    guard item.here == .whole, !unsent.contains(item.file) else { return false }
    return item.isSent ? needsAsking(item) : !told.contains(item.file)
  }

  /// Whether a server that started over may have lost a file that was sent: its row may also have arrived after the
  /// others were checked.
  func needsAsking(_ item: Item) -> Bool {
    item.isHereAndSent && hasTakenWord && !asked.contains(item.file)
  }

  /// Accepts the stored confirmation, once, if it is about this epoch of the server and exactly the files that are
  /// here. Later files are checked with the server.
  private mutating func takeWord(_ link: ServerLink) {
    guard hasRecalledWord, !hasTakenWord else { return }
    hasTakenWord = true
    guard let word, word.epoch == link.epoch, word.files == sumOfFiles else {
      self.word = nil
      return
    }
    for item in items where item.isHereAndSent { noteAsked(item.file, word.moment) }
  }

  /// The server said that it has a file.
  mutating func noteAsked(_ file: File, _ moment: Int64) {
    asked.insert(file)
    askedFrom = min(askedFrom ?? moment, moment)
  }

  private mutating func forgetAsked() {
    (asked, told) = (Known(), Known())
    askedFrom = nil
  }

  /// The checksum over the names of the files that are both here and on the server.
  private var sumOfFiles: UInt64 {
    var sum: UInt64 = 0
    for item in items where item.isHereAndSent {
      var name: UInt64 = 0
      for byte in item.file.blob.sha256.prefix(8) { name = name << 8 | UInt64(byte) }
      sum &+= name
    }
    return sum
  }

  /// Everything is where it should be: no need to check again soon in this epoch.
  private mutating func settle(_ link: ServerLink, _ now: Int64) {
    guard link.isHolder, hasTakenWord, choices.sends, unsent.isEmpty, link.epoch != .none else {
      return
    }
    let moment = askedFrom ?? word?.moment ?? now
    let word = Word(link.epoch, moment, files: sumOfFiles)
    guard word != self.word else { return }
    self.word = word
    orders.append(.rememberWord(word))
  }
}

extension Carrier.Item {
  fileprivate var isHereAndSent: Bool { isSent && here == .whole }
}
