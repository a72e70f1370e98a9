import Domain
public import Ledger
public import Program
import RoomKit
public import Sound

/// One take: its waveform, playback, markers, cuts, and analysis of intonation and timing.
public enum TakePage {
  struct State: Sendable {
    let id: RowID
    fileprivate(set) var take: Take?
    /// The audible part; empty if the take is not here.
    fileprivate(set) var edit = TakeEdit(length: 0)
    fileprivate(set) var markers: [Marker] = []
    /// The frames in view, and their waveform.
    fileprivate(set) var view: Range<Int64> = 0..<0
    fileprivate(set) var bins: [WavePyramid.Bin] = []
    fileprivate var shown: Range<Int64>?
    /// The selection.
    fileprivate(set) var chosen: Range<Int64>?
    fileprivate var anchor: Int64?
    fileprivate var grip: Grip?
    fileprivate(set) var isLooping = false
    fileprivate(set) var isPlaying = false
    /// The playback position, in frames of the audible part.
    fileprivate(set) var place: Int64 = 0
    fileprivate(set) var speed = 100
    fileprivate(set) var semitones = 0
    fileprivate(set) var hasClick = false
    fileprivate(set) var intonation: Finding<TakeIntonation> = .none
    /// The settings that the analysis found; they say how notes are written.
    fileprivate(set) var settings = Settings()
    fileprivate(set) var timing: Finding<TakeTiming> = .none
    fileprivate(set) var trouble: String?
    fileprivate(set) var name: String?
    fileprivate(set) var markerText: (id: RowID, text: String)?
    var link = Link()

    init(_ id: RowID) { self.id = id }
  }

  /// An end of the selection that is being dragged.
  struct Grip: Sendable {
    let frame: Int64
    /// How far beside it the pointer is, as a share of the picture's width; `nil` until it moves.
    var offset: Double?
  }

  /// The result of an analysis.
  enum Finding<Content: Equatable & Sendable>: Equatable, Sendable {
    case none
    case working(Double)
    case known(Content)
    case failed
  }

  public enum Message: Sendable {
    case playTapped
    case told(ReplayEvent)
    case pressed(at: Double)
    case drawn(to: Double)
    case released
    /// A handle at an end of the selection is dragged with the pointer, or moved with a key.
    case gripped(isStart: Bool)
    case handleMoved(isStart: Bool, by: Double)
    case lastLooped
    case moved(by: Double)
    case sought(Int64)
    case zoomed(by: Double)
    case wholeShown
    case choiceCleared
    case loopSwitched(Bool)
    case speedChosen(Int)
    case transposed(by: Int)
    case clickSwitched(Bool)
    case pictureMade(RowID, Range<Int64>, TakeOutcome<TakeAnswer>)
    case startChosen
    case endChosen
    case markTapped
    case markerTyped(RowID, String)
    case markerDone
    case markerRemoved(RowID)
    case trimTapped
    case cutTapped
    case splitTapped
    case wholeTapped
    case savedTapped
    case nameTyped(String)
    case nameDone
    case pieceChosen(RowID?)
    case reedChosen(RowID?)
    case dayChosen(String)
    case tagsTyped(String)
    case handTapped(Format, isShared: Bool)
    case exported(TakeOutcome<TakeAnswer>)
    case handed(Handing)
    case intonationTapped
    case intonationKnown(Subject, TakeOutcome<TakeAnswer>)
    case timingTapped
    case timingKnown(Subject, TakeOutcome<TakeAnswer>)
    case wayTapped
    case link(LinkMessage)
    case trashed
  }

  /// How a take leaves the app.
  public enum Format: Sendable {
    case wave, flac

    var ending: String { self == .wave ? ".wav" : ".flac" }
    var type: String { self == .wave ? "audio/wav" : "audio/flac" }
  }

  /// An export in progress.
  struct Export: Sendable {
    let take: RowID
    /// The exported file, and its name outside the app.
    let file: String
    let name: String
    let type: String
    let isShared: Bool
    /// What the file was created from for this export; `nil` if it was there before.
    let edit: TakeEdit?
  }

  /// What was analysed.
  public struct Subject: Equatable, Sendable {
    let take: RowID
    let edit: TakeEdit
  }

  static let columns = 400
  static let speeds = 25...200
  static let semitones = -12...12
  static let replay = "replay"
  /// The fewest frames in view.
  private static let closest: Int64 = 2_000

  // MARK: - From outside

  static func open(
    _ id: RowID, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    takes.page = State(id)
    takes.hearing = nil
    return [.stop(replay)] + refresh(&takes, room) + askLink(&takes, room)
  }

  static func leave(_ takes: inout Takes.State) -> [Effect<Takes.Message>] {
    guard let page = takes.page else { return [] }
    takes.page = nil
    return page.isPlaying ? [.stop(replay)] : []
  }

  /// Updates from the data and the files.
  static func refresh(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard var page = takes.page else { return [] }
    page.take = takes.take(page.id)
    page.markers = Marker.all(of: page.id, in: room.data)
    guard let take = page.take else {
      takes.page = page
      return []
    }
    let edit = take.heard
    var wasPlaying = false
    if edit != page.edit {
      page.edit = edit
      page.view = 0..<edit.frames
      page.chosen = nil
      page.place = min(page.place, edit.frames)
      wasPlaying = page.isPlaying
      (page.shown, page.intonation, page.timing) = (nil, .none, .none)
    }
    takes.page = page
    // The playback still has the parts from before.
    return (wasPlaying ? pause(&takes) : []) + draw(&takes, room)
  }

  /// Requests the waveform if another part is in view.
  private static func draw(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let page = takes.page, let take = page.take, page.shown != page.view,
      !page.view.isEmpty, let file = takes.shelf.file(of: take)
    else { return [] }
    let view = page.view
    takes.page?.shown = view
    let picture = takes.shelf.picture(of: take)
    let request = TakeRequest.draw(page.edit, view, columns: columns)
    return [
      .look(for: request, reading: [file, picture ?? ""], of: room.space) {
        .page(.pictureMade(take.id, view, $0))
      }
    ]
  }
}

// MARK: - Messages

extension TakePage {
  static func update(
    _ takes: inout Takes.State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Takes.Message>] {
    switch message {
    case .exported(let outcome): return handOver(outcome, &takes, room)
    case .handed(let handing): return end(handing, &takes, room)
    default: break
    }
    guard let page = takes.page, let take = page.take else { return [] }
    switch message {
    case .playTapped: return page.isPlaying ? pause(&takes) : play(&takes, room)
    case .told(let event): return hear(event, &takes)
    case .pressed(let share):
      let place = page.frame(at: share)
      takes.page?.anchor = place
      takes.page?.chosen = nil
      return seek(to: place, &takes)
    case .drawn(let share):
      guard let anchor = page.anchor else { return [] }
      var end = share
      if let grip = page.grip {
        let offset = grip.offset ?? share - page.share(of: grip.frame)
        takes.page?.grip?.offset = offset
        end -= offset
      }
      let place = page.frame(at: end)
      let isFar = abs(place - anchor) * 100 > page.view.length
      // A handle that is dragged does not disappear.
      if !isFar, page.grip != nil { return [] }
      takes.page?.chosen = isFar ? min(anchor, place)..<max(anchor, place) : nil
    case .gripped(let isStart):
      guard let chosen = page.chosen else { return [] }
      takes.page?.anchor = isStart ? chosen.upperBound : chosen.lowerBound
      takes.page?.grip = Grip(frame: isStart ? chosen.lowerBound : chosen.upperBound)
    case .handleMoved(let isStart, let seconds):
      move(isStart, by: Int64((seconds * Double(take.sampleRate)).rounded()), page, take, &takes)
      return follow(&takes)
    case .lastLooped:
      let length = Int64(take.sampleRate) * 5
      // Where nothing was heard yet, the end of the take is meant.
      let end = page.place > length / 50 ? page.place : page.edit.frames
      choose(max(end - length, 0), end, &takes)
      takes.page?.isLooping = true
      let start = takes.page?.chosen?.lowerBound ?? 0
      let sought = seek(to: start, &takes)
      return page.isPlaying ? sought : play(&takes, room)
    case .released where page.grip != nil:
      takes.page?.anchor = nil
      takes.page?.grip = nil
      return follow(&takes)
    case .released:
      takes.page?.anchor = nil
      guard let chosen = page.chosen else { return [] }
      return seek(to: chosen.lowerBound, &takes)
    case .moved(let seconds):
      return seek(to: page.place + Int64(seconds * Double(take.sampleRate)), &takes)
    case .sought(let frame): return seek(to: frame, &takes)
    case .zoomed(let factor):
      zoom(by: factor, &takes)
      return draw(&takes, room)
    case .wholeShown:
      takes.page?.view = 0..<page.edit.frames
      return draw(&takes, room)
    case .choiceCleared:
      takes.page?.chosen = nil
      takes.page?.isLooping = false
      return otherwise(takes)
    case .loopSwitched(let isOn):
      takes.page?.isLooping = isOn
      return otherwise(takes)
    case .speedChosen(let percent):
      takes.page?.speed = min(max(percent, speeds.lowerBound), speeds.upperBound)
      return otherwise(takes)
    case .transposed(let steps):
      let sum = page.semitones + steps
      takes.page?.semitones = min(max(sum, semitones.lowerBound), semitones.upperBound)
      return otherwise(takes)
    case .clickSwitched(let isOn):
      takes.page?.hasClick = isOn
      return otherwise(takes)
    case .pictureMade(let id, let view, let outcome):
      if id == page.id { show(outcome, of: view, &takes) }
    case .startChosen:
      let end = page.chosen?.upperBound ?? 0
      choose(page.place, end > page.place ? end : page.edit.frames, &takes)
    case .endChosen:
      let start = page.chosen?.lowerBound ?? 0
      choose(start < page.place ? start : 0, page.place, &takes)
    default: return change(message, page, take, &takes, &room)
    }
    return []
  }

  private static func change(
    _ message: Message, _ page: State, _ take: Take, _ takes: inout Takes.State,
    _ room: inout RoomContext
  ) -> [Effect<Takes.Message>] {
    switch message {
    case .markTapped:
      guard let frame = page.edit.original(of: min(page.place, page.edit.frames - 1)) else {
        return []
      }
      let marker = Marker(room.newRow(), in: take.id, at: frame, "")
      takes.page?.markerText = (marker.id, "")
      return [.keep("Add a marker", marker.edits(from: nil)), .focus("marker-text")]
    case .markerTyped(let id, let text):
      takes.page?.markerText = (id, text.shortened(to: Marker.textLimit))
    case .markerDone:
      guard let typed = page.markerText,
        let old = page.markers.first(where: { $0.id == typed.id })
      else { return [] }
      takes.page?.markerText = nil
      guard old.text != typed.text else { return [] }
      var marker = old
      marker.text = typed.text
      return [.keep("Name a marker", marker.edits(from: old))]
    case .markerRemoved(let id):
      guard let marker = page.markers.first(where: { $0.id == id }) else { return [] }
      return [.keep("Delete a marker", marker.trashing, saying: "The marker is in the trash.")]
    case .trimTapped:
      return page.chosen.map { part in edited("Trim “\(take.name)”", takes) { $0.trim(to: part) } }
        ?? []
    case .cutTapped:
      return page.chosen.map { part in edited("Cut “\(take.name)”", takes) { $0.cut(part) } } ?? []
    case .wholeTapped:
      let whole = TakeEdit(length: page.edit.length)
      return edited("Restore the original", takes) { $0 = whole }
    case .splitTapped: return split(page, take, &room)
    case .savedTapped: return save(page, take, &room)
    case .nameTyped(let name): takes.page?.name = name.shortened(to: Take.nameLimit)
    case .nameDone:
      takes.page?.name = nil
      return page.name.map { Naming.rename(take.id, Take.nameField, to: $0, room.data) } ?? []
    case .pieceChosen(let piece):
      return Takes.change(take.id, "Link a piece", takes) { $0.piece = piece }
    case .reedChosen(let reed):
      return Takes.change(take.id, "Link a reed", takes) { $0.reed = reed }
    case .dayChosen(let text):
      guard let day = DayText.day(of: text) else { return [] }
      return Takes.change(take.id, "Move a take to another day", takes) { $0.day = day }
    case .tagsTyped(let text): return Takes.update(&takes, .tagsTyped(take.id, text), &room)
    case .handTapped(let format, let isShared):
      return hand(format, isShared, page, take, &takes, &room)
    case .intonationTapped:
      takes.page?.intonation = .working(0)
      let a4 = Settings(room.data[Settings.row]).a4
      let subject = page.subject
      return analyse(
        .intonation(page.edit, a4: Double(a4.tenthsOfHertz) / 10), takes, room
      ) { .page(.intonationKnown(subject, $0)) }
    case .intonationKnown(let subject, let outcome):
      if subject == page.subject {
        takes.page?.settings = Settings(room.data[Settings.row])
        takes.page?.intonation = known(outcome) {
          if case .intonation(let found) = $0 { found } else { nil }
        }
      }
    case .timingTapped:
      guard let click = TakeClick(parsing: take.click) else { return [] }
      takes.page?.timing = .working(0)
      let subject = page.subject
      return analyse(
        .timing(page.edit, click), takes, room
      ) { .page(.timingKnown(subject, $0)) }
    case .timingKnown(let subject, let outcome):
      if subject == page.subject {
        takes.page?.timing = known(outcome) {
          if case .timing(let found) = $0 { found } else { nil }
        }
      }
    case .link(let message): return update(&takes, message, of: take, room)
    case .trashed:
      return Takes.trash(take.id, takes) + [.navigate(to: Journal.Place.takes.path)]
    case .wayTapped: return way(takes).map { [.ask(.lengthenWay(milliseconds: $0))] } ?? []
    default: break
    }
    return []
  }

  /// How late the click was recorded, in milliseconds, if known.
  private static func way(_ takes: Takes.State) -> Double? {
    guard case .known(let timing)? = takes.page?.timing else { return nil }
    return timing.median
  }

  private static func known<Content>(
    _ outcome: TakeOutcome<TakeAnswer>, _ content: (TakeAnswer) -> Content?
  ) -> Finding<Content> {
    switch outcome {
    case .goesOn(let share): .working(share)
    case .done(let answer): content(answer).map { .known($0) } ?? .failed
    case .failed: .failed
    }
  }

  private static func analyse(
    _ request: TakeRequest, _ takes: Takes.State, _ room: RoomContext,
    _ make: @escaping (TakeOutcome<TakeAnswer>) -> Takes.Message
  ) -> [Effect<Takes.Message>] {
    guard let take = takes.page?.take, let file = takes.shelf.file(of: take) else { return [] }
    return [.work(on: request, reading: [file], of: room.space, make)]
  }
}

// MARK: - Waveform

extension TakePage {
  private static func show(
    _ outcome: TakeOutcome<TakeAnswer>, of view: Range<Int64>, _ takes: inout Takes.State
  ) {
    switch outcome {
    case .goesOn: break
    case .failed(let name): takes.page?.trouble = name
    case .done(let answer):
      guard takes.page?.view == view, case .drawn(let bins) = answer else { return }
      takes.page?.bins = bins
    }
  }

  private static func choose(_ start: Int64, _ end: Int64, _ takes: inout Takes.State) {
    takes.page?.chosen = start < end ? start..<end : nil
  }

  /// Moves one end of the selection; the other stays.
  private static func move(
    _ isStart: Bool, by frames: Int64, _ page: State, _ take: Take, _ takes: inout Takes.State
  ) {
    guard let chosen = page.chosen else { return }
    let (start, end) = (chosen.lowerBound, chosen.upperBound)
    // The shortest loop is a tenth of a second.
    let least = Int64(take.sampleRate / 10)
    if isStart {
      choose(max(min(start + frames, end - least), 0), end, &takes)
    } else {
      choose(start, min(max(end + frames, start + least), page.edit.frames), &takes)
    }
  }

  /// Continues within the selection after it changed.
  private static func follow(_ takes: inout Takes.State) -> [Effect<Takes.Message>] {
    guard let page = takes.page, let chosen = page.chosen else { return [] }
    return chosen.contains(page.place) ? otherwise(takes) : seek(to: chosen.lowerBound, &takes)
  }

  /// Zooms around the playback position.
  private static func zoom(by factor: Double, _ takes: inout Takes.State) {
    guard let page = takes.page else { return }
    let all = page.edit.frames
    let wanted = Int64(Double(page.view.length) / factor)
    let length = min(max(wanted, min(closest, all)), all)
    let centre =
      page.view.contains(page.place)
      ? page.place : page.view.lowerBound + page.view.length / 2
    let start = min(max(centre - length / 2, 0), all - length)
    takes.page?.view = start..<start + length
  }
}

extension TakePage.State {
  fileprivate var subject: TakePage.Subject { TakePage.Subject(take: id, edit: edit) }

  /// The frame at a share of the picture's width.
  fileprivate func frame(at share: Double) -> Int64 {
    let place = view.lowerBound + Int64(share * Double(view.length))
    return min(max(place, 0), edit.frames)
  }

  /// The position of a frame as a share of the picture's width.
  func share(of frame: Int64) -> Double {
    view.isEmpty ? 0 : Double(frame - view.lowerBound) / Double(view.length)
  }
}

// MARK: - Playing

extension TakePage {
  private static func play(
    _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let page = takes.page, let take = page.take, let file = takes.shelf.file(of: take) else {
      return []
    }
    let place = page.place < page.edit.frames ? page.place : 0
    takes.hearing = nil
    takes.playedFile = file
    takes.page?.place = place
    takes.page?.isPlaying = true
    takes.page?.trouble = nil
    return [
      .playTake(file, of: room.space, request(takes, from: place), as: replay) { .page(.told($0)) }
    ]
  }

  /// The page’s take no longer plays.
  static func hush(_ takes: inout Takes.State) { takes.page?.isPlaying = false }

  private static func pause(_ takes: inout Takes.State) -> [Effect<Takes.Message>] {
    takes.page?.isPlaying = false
    return [.stop(replay)]
  }

  private static func seek(
    to frame: Int64, _ takes: inout Takes.State
  ) -> [Effect<Takes.Message>] {
    guard let page = takes.page else { return [] }
    let place = min(max(frame, 0), page.edit.frames)
    takes.page?.place = place
    return page.isPlaying ? [.playTakeOtherwise(request(takes, from: place))] : []
  }

  /// Applies changed settings to the playback.
  private static func otherwise(_ takes: Takes.State) -> [Effect<Takes.Message>] {
    takes.page?.isPlaying == true ? [.playTakeOtherwise(request(takes, from: nil))] : []
  }

  /// The playback request, from a frame or from the current position.
  private static func request(_ takes: Takes.State, from place: Int64?) -> [Double] {
    guard let page = takes.page, let take = page.take else { return [] }
    var request = ReplayRequest(page.edit, from: place)
    request.loop = page.isLooping ? page.chosen : nil
    (request.speed, request.semitones) = (page.speed, page.semitones)
    if page.hasClick { request.click = TakeClick(parsing: take.click) }
    return request.message
  }

  private static func hear(
    _ event: ReplayEvent, _ takes: inout Takes.State
  ) -> [Effect<Takes.Message>] {
    switch event {
    case .began: break
    case .at(let frame, _, let isOver):
      guard let place = Int64(exactly: frame.rounded()) else { return [] }
      takes.page?.place = place
      if isOver { return pause(&takes) }
    case .failed(let reason):
      takes.page?.trouble = reason
      return pause(&takes)
    }
    return []
  }
}

// MARK: - Parts

extension TakePage {
  private static func edited(
    _ label: String, _ takes: Takes.State, _ body: (inout TakeEdit) -> Void
  ) -> [Effect<Takes.Message>] {
    guard let page = takes.page, let take = page.take else { return [] }
    var edit = page.edit
    body(&edit)
    guard edit != page.edit, edit.frames > 0 else { return [] }
    var changed = take
    changed.edit = edit.isWhole ? "" : edit.text
    guard changed.edit.utf8.count <= Take.textLimit else {
      return [.toast("Too many cuts. Save a part as a new take and continue there.")]
    }
    let length = ClockText.tenths(seconds: Double(edit.frames) / Double(max(take.sampleRate, 1)))
    return [
      .keep(
        label, changed.edits(from: take),
        saying: "Now \(length) long. The original recording is unchanged.")
    ]
  }

  /// Splits it in two at the playback position; both are played from the same file.
  private static func split(
    _ page: State, _ take: Take, _ room: inout RoomContext
  ) -> [Effect<Takes.Message>] {
    let (first, second) = page.edit.split(at: page.place)
    guard first.frames > 0, second.frames > 0, take.sound != nil else { return [] }
    var before = take
    before.edit = first.text
    let after = part(take, second, "\(take.name), part 2", &room)
    return [
      .keep(
        "Split “\(take.name)”",
        before.edits(from: take) + after.edits(from: nil, zoneMinutes: room.zoneMinutes),
        saying: "Split into two takes.")
    ]
  }

  /// Saves the selection as a new take.
  private static func save(
    _ page: State, _ take: Take, _ room: inout RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let chosen = page.chosen, take.sound != nil else { return [] }
    var edit = page.edit
    edit.trim(to: chosen)
    guard edit.frames > 0 else { return [] }
    let new = part(take, edit, "\(take.name), excerpt", &room)
    return [
      .keep(
        "Save a part of “\(take.name)”", new.edits(from: nil, zoneMinutes: room.zoneMinutes),
        saying: "Saved as “\(new.name)”.")
    ]
  }

  private static func part(
    _ take: Take, _ edit: TakeEdit, _ name: String, _ room: inout RoomContext
  ) -> Take {
    var part = Take(
      room.newRow(), named: name.shortened(to: Take.nameLimit), day: take.day, began: take.began,
      sampleRate: take.sampleRate)
    (part.frames, part.state, part.sound) = (take.frames, take.state, take.sound)
    (part.folder, part.piece, part.section, part.tags, part.reed) = (
      take.folder, take.piece, take.section, take.tags, take.reed
    )
    (part.edit, part.click) = (edit.text, take.click)
    return part
  }
}

// MARK: - Export

extension TakePage {
  private static func hand(
    _ format: Format, _ isShared: Bool, _ page: State, _ take: Take, _ takes: inout Takes.State,
    _ room: inout RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let file = takes.shelf.file(of: take), takes.export == nil else { return [] }
    let name = take.name.fileName(or: "Take") + format.ending
    if isShared, let late = takes.late, late.take == take.id, late.edit == page.edit,
      late.name == name
    {
      (takes.export, takes.late) = (late, nil)
      return [handing(late, room)]
    }
    let isReady = page.edit.isWhole && format == .flac && file.endsWithBytes(of: TakeFiles.flac)
    let export = Export(
      take: take.id, file: isReady ? file : TakeFiles.handedOut(room.newRow(), format.ending),
      name: name, type: format.type, isShared: isShared, edit: isReady ? nil : page.edit)
    takes.export = export
    if isReady { return [handing(export, room)] }
    let request = TakeRequest.export(page.edit, isFlac: format == .flac)
    return [
      .work(on: request, reading: [file], writing: [export.file], of: room.space) {
        .page(.exported($0))
      }
    ]
  }

  private static func handOver(
    _ outcome: TakeOutcome<TakeAnswer>, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let export = takes.export else { return [] }
    switch outcome {
    case .goesOn: return []
    case .done: return [handing(export, room)]
    case .failed(let name):
      takes.export = nil
      let words =
        name == "QuotaExceededError"
        ? "Not enough storage for the file." : "Couldn’t create the file (\(name))."
      return [
        .eraseTakeFiles([export.file], of: room.space), .toast("\(words) The take is safe."),
      ]
    }
  }

  private static func handing(_ export: Export, _ room: RoomContext) -> Effect<Takes.Message> {
    .handTake(
      export.file, of: room.space, name: export.name, type: export.type, isShared: export.isShared
    ) { .page(.handed($0)) }
  }

  /// The browser may still be reading an exported file: it is deleted at the next start.
  private static func end(
    _ handing: Handing, _ takes: inout Takes.State, _ room: RoomContext
  ) -> [Effect<Takes.Message>] {
    guard let export = takes.export else { return [] }
    takes.export = nil
    switch handing {
    case .done: return []
    case .tooLate:
      takes.late = export
      return [.toast("The file is ready. Tap Share again to send it.")]
    case .failed(let name):
      let erased = Effect<Takes.Message>.eraseTakeFiles([export.file], of: room.space)
      return (export.edit == nil ? [] : [erased])
        + [.toast("Couldn’t export the file (\(name)). The take is safe.")]
    }
  }
}
