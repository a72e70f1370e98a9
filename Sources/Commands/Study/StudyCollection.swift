import Domain
import Glibc
import Ledger
import Platform

/// The files of players, checked and merged.
struct StudyCollection {
  private let arguments: Arguments
  private let folder: String

  init(_ arguments: Arguments, _ folder: String) throws(CommandError) {
    try arguments.refuse(
      "input", "outcome", "groups", "format", "plot", in: "study collect")
    (self.arguments, self.folder) = (arguments, folder)
  }

  private struct File {
    let name: String
    let part: StudyPart

    /// When its player agreed, in days of their own.
    var day: Int64 { part.content["study"]?["consent"]?["given_day"]?.int ?? .min }
  }

  func run() throws(CommandError) {
    let out = arguments["out"]
    if let out { try arguments.refuseExisting(out) }
    let (files, bad) = try read()
    for problem in bad { Output.complain(problem) }
    if !bad.isEmpty, !arguments.has("partial") {
      throw .failed(
        "\(Count.words(bad.count, "file")) cannot be used, so nothing was collected. Ask for new files, or add "
          + "--partial to use the rest.")
    }
    guard let first = files.first else {
      throw .failed("\(folder) has no file of a study.")
    }
    if let other = files.first(where: { $0.part.code != first.part.code }) {
      throw .failed(
        "\(folder) has files of two studies: \(first.name) is of \(first.part.code), \(other.name) of "
          + "\(other.part.code). Collect them one by one.")
    }
    var report = ""
    let kept = keep(files, &report)
    let contents = kept.map(\.part.content)
    let (models, choices) = (StudyModels(contents), StudyChoices(contents))
    let players = contents.map { choices.pooling(models.pooling($0)) }
    if let out {
      // What players share is personal, so a new file is private to this user.
      umask(0o077)
      try Output.write(document(of: players, code: first.part.code), to: out)
      if out == "-" { return }
    }
    let reeds = kept.reduce(0) { $0 + $1.part.reedCount }
    report +=
      "\(first.part.code): \(Count.words(kept.count, "player")) with \(Count.words(reeds, "reed")).\n"
    report += models.words + choices.words
    if !bad.isEmpty { report += "\(Count.words(bad.count, "file")) skipped.\n" }
    report += out.map { "\($0) contains them.\n" } ?? "Nothing was written: add --out FILE.\n"
    Output.show(report)
  }

  /// The files that can be used, by name, and what is wrong with the others.
  private func read() throws(CommandError) -> (files: [File], bad: [String]) {
    let names: [String]
    do throws(SystemError) {
      names = try Folder(folder).files().filter { $0.hasSuffix(".json") }
    } catch {
      throw .failed("\(folder) cannot be read: \(error.message).")
    }
    var (files, bad): ([File], [String]) = ([], [])
    for name in names {
      let bytes = try SoundInput.text("\(folder)/\(name)", limit: 1 << 28)
      do throws(ReedProblem) {
        files.append(File(name: name, part: try StudyFile.read(bytes)))
      } catch {
        bad.append("\(name): \(error.message)")
      }
    }
    return (files, bad)
  }

  /// The latest file of each player who has not withdrawn.
  private func keep(_ files: [File], _ report: inout String) -> [File] {
    let withdrawn = Set(files.filter(\.part.isWithdrawal).map(\.part.participant))
    for player in withdrawn.sorted() {
      let names = files.filter { $0.part.participant == player && !$0.part.isWithdrawal }
        .map(\.name)
      report += "\(player) has withdrawn and is left out."
      report += names.isEmpty ? "\n" : " Delete \(names.joined(separator: ", ")).\n"
    }
    var kept: [String: File] = [:]
    for file in files where !file.part.isWithdrawal && !withdrawn.contains(file.part.participant) {
      let player = file.part.participant
      guard let other = kept[player] else {
        kept[player] = file
        continue
      }
      let (newer, older) = file.day >= other.day ? (file, other) : (other, file)
      kept[player] = newer
      report += "\(player) has two files: \(newer.name) counts, \(older.name) is older.\n"
    }
    return kept.values.sorted { $0.part.participant < $1.part.participant }
  }

  private func document(of players: [JSON], code: String) -> [UInt8] {
    let head = JSON.object([
      .init("format", .string("double-reed-log")), .init("version", .int(StudyFile.version)),
      .init("scope", .string(StudyScope.collection)),
      .init("study", .object([.init("code", .string(code))])),
    ]).bytes
    var bytes = Array(head.dropLast())
    bytes += Array(",\"players\":[".utf8)
    for (place, player) in players.enumerated() {
      bytes += Array(place == 0 ? "\n".utf8 : ",\n".utf8)
      bytes += player.bytes
    }
    return bytes + Array("]}\n".utf8)
  }
}
