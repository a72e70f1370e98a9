import Ledger

/// The naive truth of files: which were made, and which of them the server has.
struct FileTruth {
  /// A file that somebody made.
  struct Made {
    /// The cell that refers to it; undo, imports and copies write it there again.
    let key: CellKey
    let reference: BlobReference
    let bytes: [UInt8]
    /// Whether any device was told that the server has it.
    var hasWord = false
    /// Whether the server swept it, as it may, and did not get it again.
    var isSwept = false
    /// Whether a disaster took every copy of it.
    var isForgiven = false
  }

  /// Bytes to which nothing refers are kept for this long: said once more, as the server's own word for it is
  /// not its own judge.
  static let grace: Int64 = 30 * 86_400_000

  var made: [Made] = []
  var numbers: [[UInt8]: Int] = [:]
  /// What the server has as a whole, and when that came, was asked for or found to be referred to last.
  var listed: [Int: Int64] = [:]
  /// The same in the last backup.
  var backup: [Int: Int64] = [:]
}

/// What is asked of devices and servers that keep files.
extension Oracle {
  /// A device made a file that a cell is to refer to; gives its number.
  mutating func made(_ reference: BlobReference, _ bytes: [UInt8], for key: CellKey) -> Int {
    files.made.append(FileTruth.Made(key: key, reference: reference, bytes: bytes))
    files.numbers[reference.sha256] = files.made.count - 1
    return files.made.count - 1
  }

  /// The server was asked what it has of a file.
  mutating func claimed(_ number: Int, _ answer: FileProgress, hasRoom: Bool, now: Int64) {
    guard files.listed[number] != nil else {
      check(answer != .ready, "the server says that it has file \(number), of which it lacks bytes")
      return check(answer != .full || !hasRoom, "the server refuses a file that it has room for")
    }
    check(answer == .ready, "the server has file \(number) and says otherwise")
    files.listed[number] = now
  }

  /// The server got a piece of a file.
  mutating func took(_ piece: FilePiece, _ answer: FileProgress, now: Int64) {
    guard answer == .ready, let number = files.numbers[piece.file.sha256] else { return }
    check(
      piece.offset + piece.bytes.count == files.made[number].bytes.count,
      "the server says that it has file \(number), of which it lacks bytes")
    files.listed[number] = now
    files.made[number].isSwept = false
  }

  /// The server swept: what something refers to stays, and what nothing referred to for so long goes.
  mutating func swept(_ names: [[UInt8]], referred: Set<Int>, now: Int64) {
    for number in files.listed.keys where referred.contains(number) { files.listed[number] = now }
    var swept: Set<Int> = []
    for name in names {
      guard let number = files.numbers[name], let since = files.listed[number] else {
        fail("the server swept a file that it did not have")
        continue
      }
      check(!referred.contains(number), "the server swept file \(number), which a cell refers to")
      check(now - since >= FileTruth.grace, "the server swept file \(number) before its time")
      swept.insert(number)
    }
    for number in files.listed.keys.sorted() {
      guard let since = files.listed[number], now - since >= FileTruth.grace else { continue }
      check(swept.contains(number), "the server keeps file \(number), which nothing refers to")
    }
    for number in swept {
      files.listed[number] = nil
      files.made[number].isSwept = true
    }
  }

  /// The server has what it must, and all bytes of it are those of the name.
  mutating func checkFiles(listed list: [ListedFile]) {
    var count = 0
    for file in list {
      guard let bytes = file.bytes else { continue }
      count += 1
      guard let number = files.numbers[file.name], files.listed[number] != nil else {
        fail("the server has a file that nobody sent")
        continue
      }
      check(bytes == files.made[number].bytes, "file \(number) on the server has other bytes")
    }
    check(count == files.listed.count, "the server lacks a file that it had")
  }

  /// What any device kept lies somewhere; `lying` is what lies on devices.
  mutating func checkFiles(lying: Set<Int>) {
    for number in files.made.indices where !files.made[number].isForgiven {
      check(
        files.listed[number] != nil || lying.contains(number),
        "file \(number), which a device kept, lies nowhere")
    }
  }

  /// After a disaster, what lies nowhere any more cannot be asked for. What a device was told to be safe still is, as
  /// long as the server was never restored.
  mutating func forgiveFiles(lying: Set<Int>, isRestored: Bool) {
    forgiveSwept(lying: lying)
    for number in files.made.indices where files.listed[number] == nil && !lying.contains(number) {
      if isRestored || !files.made[number].hasWord { files.made[number].isForgiven = true }
    }
  }

  /// What nothing referred to for so long may lie nowhere.
  mutating func forgiveSwept(lying: Set<Int>) {
    for number in files.made.indices where files.made[number].isSwept && !lying.contains(number) {
      files.made[number].isForgiven = true
    }
  }
}
