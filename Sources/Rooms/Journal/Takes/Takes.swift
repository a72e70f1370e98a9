public import Domain
public import Ledger
public import Program
public import RoomKit

/// Takes: folders, tags, search, and a page for each.
public enum Takes {
  public struct State: Sendable {
    /// All that are not in the trash, newest first, and what they belong to.
    fileprivate(set) var takes: [Take] = []
    /// How many are in the trash.
    fileprivate(set) var trashCount = 0
    fileprivate(set) var folders: [TakeFolder] = []
    /// Other rows that are not in the trash and whose files sync like those of takes.
    fileprivate(set) var carried: [CarriedRow] = []
    fileprivate(set) var pieces: [Piece] = []
    /// The reeds a take can be linked to: the playable ones and the linked one.
    fileprivate(set) var reeds: [LikelyReeds.Offer] = []
    fileprivate var index = SearchIndex()
    /// The takes that match, in the chosen order.
    fileprivate(set) var shown: [Take] = []
    fileprivate(set) var list = RowList.State()
    fileprivate(set) var folder: RowID?
    fileprivate(set) var order = Order.latest
    /// The take whose actions are open, and its new name.
    fileprivate(set) var opened: RowID?
    fileprivate(set) var naming = Naming.State()
    fileprivate(set) var folderName = ""
    fileprivate(set) var isMakingFolder = false
    fileprivate(set) var swipe = RowSwipe.State()
    public var shelf = Shelf()
    var carrier = Carrier()
    /// What the carrier was shown last.
    var sight: Carriage.Sight?
    var page: TakePage.State?
    /// The take that plays without its page.
    var hearing: Hearing?
    /// The file that plays, or played last. Until its end it stays, even if the take has another meanwhile.
    var playedFile: String?
    /// The files to import; the first is being imported as soon as nothing else is in the way.
    var imports: [Import] = []
    var importTroubles: [String] = []
    /// An export in progress; it continues when the page is left.
    var export: TakePage.Export?
    /// An export whose file was ready too late to be shared.
    var late: TakePage.Export?
    /// Whether the device believes it has a network; set by the shell.
    public var isOnline = true
  }

  /// The order of takes.
  public enum Order: CaseIterable, Sendable {
    case latest, earliest, name, longest

    var name: String {
      switch self {
      case .latest: "Newest first"
      case .earliest: "Oldest first"
      case .name: "By name"
      case .longest: "Longest first"
      }
    }
  }

  public enum Message: Sendable {
    case list(RowList.Message)
    case folderChosen(RowID?)
    case orderChosen(Order)
    case opened(RowID)
    case naming(Naming.Message)
    case moved(RowID, to: RowID?)
    case tagsTyped(RowID, String)
    case trashed(RowID)
    case swiped(RowSwipe.Message)
    case folderAsked
    case folderNameTyped(String)
    case folderMade
    case folderTrashed(RowID)
    case shelf(Shelf.Message)
    case carrier(Carriage.Message)
    case page(TakePage.Message)
    /// Plays a take, or stops the one that plays.
    case playTapped(RowID)
    case told(RowID, ReplayEvent)
    /// The take that is playing is stopped from outside the room.
    case hushed
    /// The shell passes it to the recorder.
    case recordTapped
    case trashShown
    case importing(ImportMessage)
  }

  static let renameID = "take-rename"

  static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let wasPlaying = state.isPlaying
    let effects = respond(&state, message, &room)
    // The file that played may be finished or erased now.
    return wasPlaying && !state.isPlaying ? effects + Shelf.tend(&state, room) : effects
  }

  private static func respond(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .list(let message):
      let effects: [Effect<Message>] = RowList.update(
        &state.list, message, "takes-choosing", room.data)
      if case .asked = message { state.choose() }
      return effects
    case .folderChosen(let folder):
      state.folder = folder
      state.choose()
    case .orderChosen(let order):
      state.order = order
      state.choose()
    case .opened(let id):
      state.opened = state.opened == id ? nil : id
      state.naming = Naming.State()
    case .naming(let message):
      return Naming.update(
        &state.naming, message, Take.nameField, upTo: Take.nameLimit, renameID, room.data)
    case .moved(let id, let folder):
      return change(id, "Move a take", state) { $0.folder = folder }
    case .tagsTyped(let id, let text):
      return change(id, "Tag a take", state) {
        $0.tags = Tags.text(Tags.list(text), byteLimit: Take.tagsLimit)
      }
    case .trashed(let id): return trash(id, state)
    case .swiped(let message):
      return RowSwipe.update(&state.swipe, message).map { trash($0, state) } ?? []
    case .folderAsked:
      state.isMakingFolder.toggle()
      return state.isMakingFolder ? [.focus("folder-name")] : []
    case .folderNameTyped(let name): state.folderName = name.shortened(to: TakeFolder.nameLimit)
    case .folderMade: return makeFolder(&state, &room)
    case .folderTrashed(let id):
      guard let folder = state.folders.first(where: { $0.id == id }) else { return [] }
      if state.folder == id { state.folder = nil }
      return [
        .keep(
          "Delete “\(folder.shownName)”", folder.trashing,
          saying: "“\(folder.shownName)” is in the trash. Its takes are safe.")
      ]
    case .shelf(let message): return Shelf.update(&state, message, &room)
    case .carrier(let message): return Carriage.update(&state, message, room)
    case .playTapped(let id): return hearOrStop(id, &state, room)
    case .told(let id, let event): return hear(id, event, &state)
    case .hushed: return hush(&state)
    case .page(let message): return TakePage.update(&state, message, &room)
    case .recordTapped: return [.ask(.record)]
    case .importing(let message): return update(&state, message, &room)
    case .trashShown: return [.ask(.trash(.take))]
    }
    return []
  }

  /// Updates from the data.
  static func refresh(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    let (takes, pieces) = (Take.all(in: room.data), Piece.all(in: room.data))
    var trash = Query(.take)
    trash.life = .trashed
    state.trashCount = room.data.rows(trash).count
    state.folders = TakeFolder.all(in: room.data)
    state.carried = CarriedRow.all(in: room.data)
    if takes != state.takes || pieces != state.pieces {
      (state.takes, state.pieces) = (takes, pieces)
      state.index = SearchIndex()
      for take in takes {
        state.index.set(take.id, [take.name, take.tags, state.pieceName(take) ?? ""])
      }
      state.choose()
    }
    // A take that was deleted, or is of a space that was left, falls silent.
    let isGone = state.isPlaying && state.playing == nil
    return (isGone ? hush(&state) : []) + Shelf.tend(&state, room)
      + TakePage.refresh(&state, room)
  }

  static func open(
    _ row: RowID, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let reed = room.data[row].flatMap { Take($0).reed }
    state.reeds = LikelyReeds.all(in: room.data, upTo: 40, with: reed)
    return TakePage.open(row, &state, room)
  }

  // MARK: - Changes

  static func change(
    _ id: RowID, _ label: String, _ state: State, _ body: (inout Take) -> Void
  ) -> [Effect<Message>] {
    guard let take = state.take(id) else { return [] }
    var changed = take
    body(&changed)
    let edits = changed.edits(from: take)
    return edits.isEmpty ? [] : [.keep(label, edits)]
  }

  static func trash(_ id: RowID, _ state: State) -> [Effect<Message>] {
    guard let take = state.take(id) else { return [] }
    return [
      .keep("Delete “\(take.name)”", take.trashing, saying: "“\(take.name)” is in the trash.")
    ]
  }

  private static func makeFolder(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let name = state.folderName.trimmingBlanks
    guard !name.utf8.isEmpty else { return [] }
    (state.folderName, state.isMakingFolder) = ("", false)
    let place = Places.after(state.folders.last?.place)
    let folder = TakeFolder(room.newRow(), named: name, at: place)
    return [.keep("Create the folder “\(name)”", folder.edits(from: nil))]
  }
}

extension Takes.State {
  /// How many files the server may lack, and how many it alone has, including those in the trash.
  @export(interface)
  public func strayCounts(in data: Replica) -> (unsent: Int, away: Int) {
    var counts = (unsent: 0, away: 0)
    data.forEachRow { row in
      guard row.life != .purged else { return }
      let (isSent, isHere): (Bool, Bool)
      if row.kind == .take {
        let take = Take(row)
        if take.state == .lost { return }
        (isSent, isHere) = (take.state == .sent, shelf.finishedFile(of: take) != nil)
      } else if let carried = CarriedRow(row) {
        isHere = shelf.files?[TakeFiles.file(of: carried.id, carried.file)] != nil
        isSent = carried.isSent
      } else {
        return
      }
      if isSent, !isHere {
        counts.away += 1
      } else if !isSent || carrier.isUncertain || data.head.account == nil {
        // What was sent to a deleted account is only here.
        counts.unsent += 1
      }
    }
    return counts
  }

  /// The take that is playing, with or without its page.
  public var playing: Take? { playingID.flatMap { take($0) } }
  var isPlaying: Bool { playingID != nil }
  private var playingID: RowID? {
    hearing?.take ?? page.flatMap { $0.isPlaying ? $0.id : nil }
  }

  func take(_ id: RowID) -> Take? { takes.first { $0.id == id } }
  func carried(_ id: RowID) -> CarriedRow? { carried.first { $0.id == id } }

  func pieceName(_ take: Take) -> String? {
    take.piece.flatMap { id in pieces.first { $0.id == id }?.title }
  }

  func folderName(_ take: Take) -> String? {
    take.folder.flatMap { id in folders.first { $0.id == id }?.shownName }
  }

  /// Applies folder, search and order.
  fileprivate mutating func choose() {
    list.startOver()
    let found = index.rows(matching: list.question)
    let folder = folder
    var chosen = takes.filter { take in
      (folder == nil || take.folder == folder) && found?.contains(take.id) != false
    }
    switch order {
    case .latest: break
    case .earliest: chosen.reverse()
    case .longest: chosen.sort { ($0.seconds, $0.began) > ($1.seconds, $1.began) }
    case .name:
      let keys = chosen.map { Fold.bytes(of: $0.name) }
      let places = chosen.indices.sorted { one, other in
        keys[one] == keys[other] ? one < other : keys[one].lexicographicallyPrecedes(keys[other])
      }
      chosen = places.map { chosen[$0] }
    }
    shown = chosen
  }
}
