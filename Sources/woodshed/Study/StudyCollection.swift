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
    let pooled = StudyModels(kept.map(\.part.content))
    let players = kept.map { pooled.pooling($0.part.content) }
    if let out {
      // What players share is personal, so a new file is private to this user.
      umask(0o077)
      try Output.write(document(of: players, code: first.part.code), to: out)
      if out == "-" { return }
    }
    let reeds = kept.reduce(0) { $0 + $1.part.reedCount }
    report +=
      "\(first.part.code): \(Count.words(kept.count, "player")) with \(Count.words(reeds, "reed")).\n"
    report += pooled.words
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

/// The names of tools that enough players share.
///
/// A rare name can identify a player. Case and spaces do not make a name another.
struct StudyModels {
  /// With fewer players, a name becomes ``other``.
  static let leastPlayers = 5
  static let other = "other"

  private var players: [String: Int] = [:]

  init(_ files: [JSON]) {
    for file in files {
      var own: Set<String> = []
      for tool in file["tools"]?.array ?? [] {
        if let key = Self.key(of: tool) { own.insert(key) }
      }
      for key in own { players[key, default: 0] += 1 }
    }
  }

  private static func key(of tool: JSON) -> String? {
    guard let model = tool["model"]?.string, let kind = tool["kind"]?.string else { return nil }
    let words = model.lowercased().split(separator: " ").joined(separator: " ")
    return words == other ? nil : "\(kind) \(words)"
  }

  /// A player's file with rare names replaced.
  func pooling(_ file: JSON) -> JSON {
    guard case .object(let members) = file else { return file }
    return .object(
      members.map { member in
        guard member.name == "tools", case .array(let tools) = member.value else { return member }
        return .init(member.name, .array(tools.map(poolingOne)))
      })
  }

  private func poolingOne(_ tool: JSON) -> JSON {
    guard let key = Self.key(of: tool), players[key, default: 0] < Self.leastPlayers,
      case .object(let members) = tool
    else { return tool }
    return .object(
      members.map { $0.name == "model" ? .init("model", .string(Self.other)) : $0 })
  }

  /// What was pooled, for the coordinator.
  var words: String {
    guard !players.isEmpty else { return "" }
    let rare = players.values.count { $0 < Self.leastPlayers }
    return
      "\(Count.words(players.count - rare, "tool name")) kept; \(rare) of fewer than \(Self.leastPlayers) players "
      + "became “\(Self.other)”.\n"
  }
}
