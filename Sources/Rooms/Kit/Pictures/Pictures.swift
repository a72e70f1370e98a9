public import Domain
public import Ledger
public import Markup
public import Program

/// Pictures of rows: added from the camera or from files, shown as thumbnails beside their subject, and enlarged.
///
///     case .pictures(let message): Pictures.update(&state.pictures, message, &room).map { $0.map(Message.pictures) }
///     Pictures.thumbnails(state.pictures, of: reed).map(Message.pictures)
///     Pictures.dialog(state.pictures).map(Message.pictures)
public enum Pictures {
  public struct State: Sendable {
    /// All that are not in the trash, oldest first.
    private(set) var all: [Picture] = []
    private(set) var space = ""
    private var version: UInt64?
    /// Chosen files that are not saved yet. They are processed one at a time, as each briefly needs much memory.
    fileprivate var queue: [Chosen] = []
    /// The enlarged picture, and what was typed as its caption.
    fileprivate(set) var open: RowID?
    fileprivate(set) var caption: String?
    /// Whether its file is on this device.
    private(set) var isHere = true
    /// Whether the person wants it on this device, until that is done.
    fileprivate(set) var wish: Bool?
    private(set) var hasServer = false

    public init() {}

    /// Updates the state from the data.
    public mutating func refresh(_ room: RoomContext) {
      guard version != room.data.version || !space.hasSameBytes(as: room.space) else { return }
      (version, space) = (room.data.version, room.space)
      all = Picture.all(in: room.data)
      if picture == nil { (open, caption) = (nil, nil) }
    }

    /// Checks whether the open picture's file is on this device.
    public mutating func look(at files: [String: UInt64]?, _ room: RoomContext) {
      guard let picture, let file = picture.file else { return }
      isHere = files?[TakeFiles.file(of: picture.id, file)] != nil
      if wish == isHere { wish = nil }
      hasServer = room.link != nil
    }

    var picture: Picture? { open.flatMap { id in all.first { $0.id == id } } }

    func pictures(of subject: RowID) -> [Picture] { all.filter { $0.subject == subject } }

    /// Whether pictures of a row are being added.
    public func isAdding(to subject: RowID) -> Bool {
      queue.contains { $0.subject == subject }
    }
  }

  struct Chosen: Sendable {
    let subject: RowID
    let file: PickedFile
  }

  public enum Message: Sendable {
    case addTapped(to: RowID)
    case picked(RowID, [PickedFile])
    case made(MadePicture?)
    case written(Picture, space: String, TakeOutcome<[Double]>)
    case opened(RowID)
    case closed
    case stepped(by: Int)
    case captionTyped(String)
    case captionLeft
    case keptHere(Bool)
    case downloaded
    case handed(Handing)
    case trashed
  }

  /// The most pictures that can be added at once.
  private static let limit = 20

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .addTapped(let subject):
      return [.pickFiles(accept: "image/*", several: true) { .picked(subject, $0) }]
    case .picked(let subject, let files):
      let isIdle = state.queue.isEmpty
      state.queue += files.prefix(limit).map { Chosen(subject: subject, file: $0) }
      let words = "Only the first \(limit) pictures are added. Choose the others again."
      return (files.count > limit ? [.toast(words)] : []) + (isIdle ? makeNext(state) : [])
    case .made(let made):
      guard let chosen = state.queue.first else { return [] }
      guard let made,
        let file = BlobReference(
          sha256: SHA256.digest(of: made.bytes).bytes, byteCount: UInt64(made.bytes.count),
          mimeType: Picture.fileType)
      else {
        state.queue.removeFirst()
        return [
          .toast(
            "This browser can’t read “\(chosen.file.name)”. Choose a JPEG, PNG or WebP picture.")
        ] + makeNext(state)
      }
      var picture = Picture(
        room.newRow(), of: chosen.subject, day: room.day, made: room.milliseconds)
      (picture.file, picture.width, picture.height) = (file, made.width, made.height)
      let (space, added) = (room.space, picture)
      return [
        .writeTake(made.bytes, to: TakeFiles.file(of: picture.id, file), at: 0, of: space) {
          .written(added, space: space, $0)
        }
      ]
    case .written(_, _, .goesOn): return []
    case .written(let picture, let space, .done):
      if !state.queue.isEmpty { state.queue.removeFirst() }
      // Another space may be on screen by now, where this row does not belong.
      guard space.hasSameBytes(as: room.space) else {
        let file = picture.file.map { TakeFiles.file(of: picture.id, $0) } ?? ""
        return [.eraseTakeFiles([file], of: space)] + makeNext(state)
      }
      return [
        .keep("Add picture", picture.edits(from: nil, zoneMinutes: room.zoneMinutes))
      ] + makeNext(state)
    case .written(_, _, .failed(let name)):
      state.queue = []
      return [
        .toast(
          name.hasSameBytes(as: "QuotaExceededError")
            ? "Not enough space on this device. Free some up, then add the picture again."
            : "The picture couldn’t be saved (\(name)). Add it again.")
      ]
    case .opened(let id): show(id, &state)
    case .closed:
      defer { show(nil, &state) }
      return keepCaption(state) + (state.open.map { [.focus(buttonID($0))] } ?? [])
    case .stepped(let step):
      let effects = keepCaption(state)
      guard let picture = state.picture, let subject = picture.subject else { return effects }
      let all = state.pictures(of: subject)
      guard let place = all.firstIndex(where: { $0.id == picture.id }),
        all.indices.contains(place + step)
      else { return effects }
      show(all[place + step].id, &state)
      return effects
    case .captionTyped(let text): state.caption = text.shortened(to: Picture.captionLimit)
    case .captionLeft: return keepCaption(state)
    case .keptHere(let isKept):
      guard let picture = state.picture, let file = picture.file else { return [] }
      state.wish = isKept
      return [.ask(.keepFile(file, of: picture.id, here: isKept))]
    case .downloaded:
      guard let picture = state.picture, let file = picture.file else { return [] }
      let day = DayText.text(of: picture.day) ?? ""
      return [
        .handTake(
          TakeFiles.file(of: picture.id, file), of: room.space, name: "picture \(day).jpg",
          type: Picture.fileType, isShared: false
        ) { .handed($0) }
      ]
    case .handed(let handing):
      return handing == .done
        ? [] : [.toast("The picture couldn’t be read on this device. Nothing was changed.")]
    case .trashed:
      guard let picture = state.picture else { return [] }
      show(nil, &state)
      return [.keep("Delete picture", picture.trashing, saying: "The picture is in the trash.")]
    }
    return []
  }

  private static func show(_ picture: RowID?, _ state: inout State) {
    (state.open, state.caption, state.wish) = (picture, nil, nil)
  }

  private static func makeNext(_ state: State) -> [Effect<Message>] {
    state.queue.first.map { [.makePicture(of: $0.file) { .made($0) }] } ?? []
  }

  private static func keepCaption(_ state: State) -> [Effect<Message>] {
    guard let old = state.picture, let caption = state.caption else { return [] }
    var picture = old
    picture.caption = caption.trimmingBlanks
    let edits = picture.edits(from: old)
    return edits.isEmpty ? [] : [.keep("Edit caption", edits)]
  }

  static func buttonID(_ picture: RowID) -> String { "picture-\(picture.bits.hex)" }
}
