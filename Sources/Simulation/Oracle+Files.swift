import Ledger

/// The naive truth about files: which were created, and which of them the server has.
struct FileTruth {
  /// A file that somebody created.
  struct Made {
    /// The cell that refers to it; undo, imports and copies write it there again.
    let key: CellKey
    let reference: BlobReference
    let bytes: [UInt8]
    /// Whether any device was told that the server has it.
    var hasWord = false
    /// Whether the server swept it, as it may, and did not get it again.
    var isSwept = false
    /// Whether a disaster destroyed every copy of it.
    var isForgiven = false
  }

  /// Bytes that nothing refers to are kept for this long: defined here again, so that the server's own value does not
  /// judge itself.
  static let grace: Int64 = 30 * 86_400_000

  var made: [Made] = []
  var numbers: [[UInt8]: Int] = [:]
  /// The complete files on the server, and when each last arrived, was asked for or was found to be referred to.
  var listed: [Int: Int64] = [:]
  /// The same in the last backup.
  var backup: [Int: Int64] = [:]
}

/// What devices and servers that keep files must satisfy.
extension Oracle {
  /// A device created a file that a cell will refer to; returns its number.
  mutating func made(_ reference: BlobReference, _ bytes: [UInt8], for key: CellKey) -> Int {
    files.made.append(FileTruth.Made(key: key, reference: reference, bytes: bytes))
    files.numbers[reference.sha256] = files.made.count - 1
    return files.made.count - 1
  }

  /// The server was asked how much it has of a file.
  mutating func claimed(_ number: Int, _ answer: FileProgress, hasRoom: Bool, now: Int64) {
    guard files.listed[number] != nil else {
      check(answer != .ready, "the server claims to have file \(number) but lacks bytes of it")
      return check(answer != .full || !hasRoom, "the server refuses a file that it has space for")
    }
    check(answer == .ready, "the server has file \(number) but denies it")
    files.listed[number] = now
  }

  /// The server received a piece of a file.
  mutating func took(_ piece: FilePiece, _ answer: FileProgress, now: Int64) {
    guard answer == .ready, let number = files.numbers[piece.file.sha256] else { return }
    check(
      piece.offset + piece.bytes.count == files.made[number].bytes.count,
      "the server claims to have file \(number) but lacks bytes of it")
    files.listed[number] = now
    files.made[number].isSwept = false
  }

  /// The server swept: what is referred to stays, and what was not for the grace period goes.
  mutating func swept(_ names: [[UInt8]], referred: Set<Int>, now: Int64) {
    for number in files.listed.keys where referred.contains(number) { files.listed[number] = now }
    var swept: Set<Int> = []
    for name in names {
      guard let number = files.numbers[name], let since = files.listed[number] else {
        fail("the server swept a file that it did not have")
        continue
      }
      check(!referred.contains(number), "the server swept file \(number), which a cell refers to")
      check(now - since >= FileTruth.grace, "the server swept file \(number) too early")
      swept.insert(number)
    }
    for number in files.listed.keys.sorted() {
      guard let since = files.listed[number], now - since >= FileTruth.grace else { continue }
      check(swept.contains(number), "the server keeps file \(number) although nothing refers to it")
    }
    for number in swept {
      files.listed[number] = nil
      files.made[number].isSwept = true
    }
  }

  /// The server has what it must, and the bytes of each file match its name.
  mutating func checkFiles(listed list: [ListedFile]) {
    var count = 0
    for file in list {
      guard let bytes = file.bytes else { continue }
      count += 1
      guard let number = files.numbers[file.name], files.listed[number] != nil else {
        fail("the server has a file that nobody sent")
        continue
      }
      check(bytes == files.made[number].bytes, "file \(number) on the server has the wrong bytes")
    }
    check(count == files.listed.count, "the server lacks a file that it had")
  }

  /// Every file that a device saved is somewhere; `lying` are those on devices.
  mutating func checkFiles(lying: Set<Int>) {
    for number in files.made.indices where !files.made[number].isForgiven {
      check(
        files.listed[number] != nil || lying.contains(number),
        "file \(number), which a device saved, is nowhere")
    }
  }

  /// After a disaster, files that are nowhere are no longer required. Those that a device was told are safe still
  /// are, as long as the server was never restored.
  mutating func forgiveFiles(lying: Set<Int>, isRestored: Bool) {
    forgiveSwept(lying: lying)
    for number in files.made.indices where files.listed[number] == nil && !lying.contains(number) {
      if isRestored || !files.made[number].hasWord { files.made[number].isForgiven = true }
    }
  }

  /// Files that nothing referred to for the grace period may be nowhere.
  mutating func forgiveSwept(lying: Set<Int>) {
    for number in files.made.indices where files.made[number].isSwept && !lying.contains(number) {
      files.made[number].isForgiven = true
    }
  }
}
