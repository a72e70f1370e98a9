/// What is carried next, and what people want.
extension Carrier {
  /// Begins with a space: what the one before waited for is its own.
  public mutating func enter() {
    var carrier = Carrier(pieces: pieces)
    (carrier.choices, carrier.count) = (choices, count)
    carrier.orders = orders + [.stopWaiting, .recallChoices(number: 0), .recallWord]
    self = carrier
  }

  /// Takes in what rows and files say, the rows that matter most first, and begins what is to be done. Without items
  /// nothing is begun, as they are not known or rows cannot be changed.
  public mutating func look(at items: [Item]?, link: ServerLink?, now: Int64) {
    if self.link != link { follow(link) }
    isReady = items != nil
    if let items {
      self.items = items
      if !told.isEmpty { for item in items where item.isSent { told.remove(item.file.row) } }
    }
    proceed(now)
  }

  private mutating func follow(_ link: ServerLink?) {
    if self.link?.account != link?.account { (trouble, refused) = (nil, []) }
    if let link, link.epoch != askedEpoch {
      (asked, told) = ([], [])
      askedEpoch = link.epoch
    }
    self.link = link
    letGo()
    failures = 0
    orders.append(.stopWaiting)
  }

  /// The server's last word about this space, as it was remembered.
  public mutating func recalled(_ word: Word?, now: Int64) {
    self.word = word
    hasRecalledWord = true
    proceed(now)
  }

  // MARK: - People

  public mutating func choose(_ choices: Choices, now: Int64) {
    self.choices = choices
    if !choices.sends, load?.way == .up { letGo() }
    orders.append(.remember(choices))
    proceed(now)
  }

  /// A person wants a file here, or no longer here.
  public mutating func want(_ row: RowID, here isFetched: Bool, now: Int64) {
    refused.remove(row)
    trouble = nil
    wishes.removeAll { $0.row == row }
    wishes.append(Wish(row: row, isFetched: isFetched))
    // What goes on by itself gives way and continues later where it was; what was wanted of this row before is off.
    if let load, load.file.row == row || !wishes.contains(where: { $0.row == load.file.row }) {
      letGo()
    }
    proceed(now)
  }

  /// What comes down is not wanted any more.
  public mutating func stop(now: Int64) {
    guard let load, load.way == .down else { return }
    wishes.removeAll { $0.row == load.file.row }
    refused.insert(load.file.row)
    erasePart(of: load, now)
  }

  public mutating func tryAgain(now: Int64) {
    (trouble, refused, told) = (nil, [], [])
    proceed(now)
  }

  // MARK: - What is next

  mutating func letGo() {
    load = nil
    isPausing = false
    awaited = nil
  }

  /// Begins the next load, if nothing is under way.
  mutating func proceed(_ now: Int64) {
    guard let link, isReady, load == nil, !isPausing else { return }
    if let word, !(0..<Word.trust).contains(now - word.moment) {
      self.word = nil
      (asked, told) = ([], [])
    }
    load = chosen(link)
    if load == nil { settle(link, now) } else { begin() }
  }

  /// What is carried next: first what somebody waits for.
  private mutating func chosen(_ link: ServerLink) -> Load? {
    while let wish = wishes.first {
      if let item = items.first(where: { $0.file.row == wish.row }),
        item.here == .whole ? !wish.isFetched : wish.isFetched
      {
        return Load(item.file, wish.isFetched ? .down : .away)
      }
      wishes.removeFirst()
    }
    guard link.isHolder else { return nil }
    let rest = items.filter { !refused.contains($0.file.row) }
    for item in rest {
      if case .part = item.here { return Load(item.file, .down) }
    }
    if choices.sends,
      let item = rest.first(where: { $0.here == .whole && isToSend($0, link) })
    {
      return Load(item.file, .up)
    }
    guard choices.keepsAll else { return nil }
    return rest.first { $0.here == .nothing && $0.isSent }.map { Load($0.file, .down) }
  }

  private func isToSend(_ item: Item, _ link: ServerLink) -> Bool {
    item.isSent ? needsAsking(item, link) : !told.contains(item.file.row)
  }

  /// Whether a server that began anew may have lost what was sent.
  private func needsAsking(_ item: Item, _ link: ServerLink) -> Bool {
    hasRecalledWord && word?.epoch != link.epoch && !asked.contains(item.file.row)
  }

  /// Everything is where it should be: that need not be asked again soon in this epoch.
  private mutating func settle(_ link: ServerLink, _ now: Int64) {
    guard link.isHolder, hasRecalledWord, choices.sends, refused.isEmpty,
      word?.epoch != link.epoch, link.epoch != .none
    else { return }
    let word = Word(link.epoch, now)
    self.word = word
    orders.append(.rememberWord(word))
  }
}
