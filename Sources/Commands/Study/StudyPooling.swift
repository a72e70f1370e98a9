import Domain
import Ledger

/// Pools rare values, which could identify a player.
enum StudyPooling {
  /// Values of fewer players become ``StudyFile/pooled``.
  static let leastPlayers = 5
}

/// The names of tools that enough players share.
///
/// A rare name can identify a player. Case and spaces do not make a name another.
struct StudyModels {
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
    return words == StudyFile.pooled ? nil : "\(kind) \(words)"
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
    guard let key = Self.key(of: tool), players[key, default: 0] < StudyPooling.leastPlayers,
      case .object(let members) = tool
    else { return tool }
    return .object(
      members.map { $0.name == "model" ? .init("model", .string(StudyFile.pooled)) : $0 })
  }

  /// What was pooled, for the coordinator.
  var words: String {
    guard !players.isEmpty else { return "" }
    let rare = players.values.count { $0 < StudyPooling.leastPlayers }
    return
      "\(Count.words(players.count - rare, "tool name")) kept; \(rare) of fewer than \(StudyPooling.leastPlayers) players "
      + "became “\(StudyFile.pooled)”.\n"
  }
}

/// The choices that enough players share: fields with choices, yes or no, instruments, styles, origins, stages, seasons,
/// areas of adjustments, service events, whether a guardian agreed, and the version of the app.
///
/// A player has a choice if any of their reeds has it. The kind of a tool stays, as the field that refers to it says it too, and
/// so do `blind` and `discarded`, as their absence would say the opposite.
struct StudyChoices {
  private struct Choice: Hashable {
    let name: String
    let value: String
  }

  private enum Fate {
    case kept, pooled, leftOut
  }

  private var players: [Choice: Int] = [:]
  private let lists = Dictionary(uniqueKeysWithValues: StudyFile.choices)

  init(_ files: [JSON]) {
    for file in files {
      var own: Set<Choice> = []
      _ = Self.mapping(file) { name, value in
        own.insert(Choice(name: name, value: Self.text(of: value)))
        return value
      }
      for choice in own where choice.value != StudyFile.pooled {
        players[choice, default: 0] += 1
      }
    }
  }

  /// A player's file with rare choices replaced or left out.
  func pooling(_ file: JSON) -> JSON {
    Self.mapping(file) { name, value in
      switch fate(of: Choice(name: name, value: Self.text(of: value))) {
      case .kept: value
      case .pooled: .string(StudyFile.pooled)
      case .leftOut: nil
      }
    }
  }

  /// A choice that is pooled alone is left out: whoever knows the list could tell what “other” is.
  private func fate(of choice: Choice) -> Fate {
    guard choice.value != StudyFile.pooled, isRare(choice) else { return .kept }
    if let list = lists[choice.name] {
      let hidden = list.count {
        $0 == StudyFile.pooled || isRare(Choice(name: choice.name, value: $0))
      }
      return hidden > 1 ? .pooled : .leftOut
    }
    return choice.name == "app" ? .pooled : .leftOut
  }

  private func isRare(_ choice: Choice) -> Bool {
    players[choice, default: 0] < StudyPooling.leastPlayers
  }

  // MARK: - Finding choices

  /// A value in which `change` replaced each choice, or left it out.
  ///
  /// - Parameter parent: the member whose value it is, or whose list it is in.
  private static func mapping(
    _ value: JSON, in parent: String = "", _ change: (String, JSON) -> JSON?
  ) -> JSON {
    switch value {
    case .array(let elements): return .array(elements.map { mapping($0, in: parent, change) })
    case .object(let members):
      return .object(
        members.compactMap { member in
          guard let name = name(of: member, in: parent) else {
            return .init(member.name, mapping(member.value, in: member.name, change))
          }
          return change(name, member.value).map { .init(member.name, $0) }
        })
    default: return value
    }
  }

  /// What is chosen with a member; `nil` if nothing is.
  private static func name(of member: JSON.Member, in parent: String) -> String? {
    switch member.value {
    case .string, .bool: break
    default: return nil
    }
    switch (parent, member.name) {
    case ("values", let name), ("consent", let name), ("adjustments", let name): return name
    case ("reeds", "instrument"), ("reeds", "style"), ("reeds", "origin"), ("reeds", "stage"),
      ("reeds", "season"), ("study", "app"):
      return member.name
    case ("stages", "to"): return "stage"
    case ("events", "kind"): return "event"
    default: return nil
    }
  }

  private static func text(of value: JSON) -> String {
    value.string ?? (value.bool == true ? "yes" : "no")
  }

  // MARK: - Report

  /// What was pooled, for the coordinator.
  var words: String {
    var found: [Fate: [Choice]] = [:]
    for choice in players.keys { found[fate(of: choice), default: []].append(choice) }
    let (pooled, leftOut) = (found[.pooled] ?? [], found[.leftOut] ?? [])
    var words =
      "\(Count.words(found[.kept]?.count ?? 0, "choice")) kept; \(pooled.count) of fewer than "
      + "\(StudyPooling.leastPlayers) players became “\(StudyFile.pooled)”\(Self.list(pooled)).\n"
    if !leftOut.isEmpty {
      words += "\(leftOut.count) left out, as “\(StudyFile.pooled)” would give"
      words += " \(leftOut.count == 1 ? "it" : "them") away\(Self.list(leftOut)).\n"
    }
    return words
  }

  /// `: gouge_state Dry; retire_reason Mould, Sold`.
  private static func list(_ choices: [Choice]) -> String {
    guard !choices.isEmpty else { return "" }
    let parts = Dictionary(grouping: choices, by: \.name).sorted { $0.key < $1.key }
      .map { name, choices in
        "\(name) \(choices.map(\.value).sorted().joined(separator: ", "))"
      }
    return ": " + parts.joined(separator: "; ")
  }
}
