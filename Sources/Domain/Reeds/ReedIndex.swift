public import Ledger

/// Every reed with what belongs to it: read from the data once, then updated with changes.
///
/// Rows about events of a reed are read on demand; until then only their ids are kept.
public struct ReedIndex: Sendable {
  /// What a reed is sorted by when reeds are sorted by name.
  public struct Name: Comparable, Sendable {
    let key: [UInt8]
    public let id: RowID

    init(of reed: Reed) { (key, id) = (Fold.sortKey(of: reed.fullName), reed.id) }

    public static func < (one: Name, other: Name) -> Bool {
      one.key == other.key ? one.id < other.id : one.key.lexicographicallyPrecedes(other.key)
    }
  }

  /// A reed as lists show it.
  public struct Line: Sendable {
    public let reed: Reed
    /// Its row, with everything that was measured.
    public let row: Row
    public let name: Name
    /// Seconds played, from its blocks of practice.
    public var seconds: Int64 = 0
    /// The success in its latest test.
    public var success: Int64?

    init(_ reed: Reed, row: Row) {
      (self.reed, self.row) = (reed, row)
      name = Name(of: reed)
    }

    public func value(_ field: FieldID) -> Value { row.value(field) }

    public func link(_ field: FieldID) -> RowID? {
      if case .row(let id) = row.value(field) { id } else { nil }
    }

    /// The rows that it links to, each once.
    fileprivate var links: [RowID] {
      var links: [RowID] = []
      for cell in row.cells {
        if case .row(let id) = cell.value, !links.contains(id) { links.append(id) }
      }
      return links
    }
  }

  /// An event in a reed's life, of any kind.
  public struct Event: Equatable, Sendable {
    public let id: RowID
    public let kind: KindID
    public let reed: RowID
    public let day: Int64
    /// In milliseconds since 1970 UTC: within a day, oldest first.
    public let made: Int64
    /// Seconds of a block of practice.
    public let seconds: Int64
    /// The success in a test.
    public let success: Int64?
    /// What a person wrote about it, for search.
    let text: String

    public static func == (one: Event, other: Event) -> Bool {
      one.id == other.id && one.reed == other.reed && one.day == other.day
        && one.made == other.made && one.seconds == other.seconds
        && one.success == other.success && one.text.hasSameBytes(as: other.text)
    }
  }

  public private(set) var lines: [RowID: Line] = [:]
  /// All reeds, newest first. Those that were made at once, such as a batch, are sorted by name.
  public private(set) var order: [RowID] = []
  public private(set) var boxes: [ReedBox] = []
  /// By place.
  public private(set) var filters: [ReedFilter] = []
  // Few of each, so an array will do: a dictionary of another type is much more code.
  public private(set) var batches: [ReedBatch] = []
  public private(set) var tools: [RowID: ReedTool] = [:]
  private var toolEvents: [ToolEvent] = []
  public private(set) var fields: ReedFieldList
  public private(set) var testFields: ReedFieldList
  public private(set) var caneFields: ReedFieldList
  /// Pieces of cane that are not in the trash, newest first.
  public private(set) var canes: [Row] = []
  /// How many reeds are in each stage.
  public private(set) var counts = [Int](repeating: 0, count: ReedStage.allCases.count)
  /// Changes whenever anything does.
  public private(set) var version: UInt64 = 0
  /// The reeds that link to another row: a box, a batch, a tool.
  private var reedsByLink: [RowID: [RowID]] = [:]
  private var eventsByID: [RowID: Event] = [:]
  private var eventsByReed: [RowID: [RowID]] = [:]
  private var ownFields: [OwnField] = []
  private var ownChoices: [OwnChoice] = []
  /// What of reeds is covered while experiments run: their lines read as if it were missing.
  public private(set) var cover = ExperimentCover()
  private var read = ReadMarks()
  private var search: SearchIndex?
  private var stale: Set<RowID> = []
  private var hasNewFields = false
  private var hasNewOrder = false
  private var hasNewBoxes = false
  private var hasNewCover = false

  public init() {
    fields = ReedFieldList(.reed, ReedField.reed, own: [], choices: [])
    testFields = ReedFieldList(.reedTest, ReedField.test, own: [], choices: [])
    caneFields = ReedFieldList(.cane, ReedField.pieceOfCane, own: [], choices: [])
  }

  // MARK: - Updating

  /// Reads the rows that changed since the last time.
  public mutating func update(_ data: Replica) {
    guard let changed = read.changes(in: data, of: Self.isOurs) else {
      let (wasSearched, last) = (search != nil, version)
      self = ReedIndex()
      version = last &+ 1
      update(data)
      if wasSearched { prepareSearch() }
      return
    }
    for row in changed { take(row) }
    version &+= UInt64(changed.count)
    // A field of one's own may come after the experiment that needs it.
    let isCoverNew = hasNewCover || hasNewFields
    reckon()
    if isCoverNew { coverAnew(data) }
  }

  private mutating func coverAnew(_ data: Replica) {
    hasNewCover = false
    let old = cover.reeds
    cover = ExperimentCover(Experiment.all(in: data), ExperimentReed.all(in: data), fields)
    for id in old + cover.reeds {
      if let row = data[id], row.kind == .reed { take(row) }
    }
    reckon()
  }

  private static func isOurs(_ kind: KindID) -> Bool {
    switch kind {
    case .reed, .reedBox, .reedBatch, .reedTool, .toolEvent, .reedTest, .adjustment, .stageMove,
      .note, .take, .block, .field, .choice, .reedFilter, .cane, .picture, .experiment,
      .experimentReed, .experimentLook:
      true
    default: false
    }
  }

  private mutating func take(_ row: Row) {
    let isAlive = row.life == .alive
    switch row.kind {
    case .reed:
      let old = lines[row.id]
      lines[row.id] = isAlive ? Line(Reed(row), row: cover.covered(row)) : nil
      stale.insert(row.id)
      relink(row.id, old, lines[row.id])
      if old?.reed.begun != lines[row.id]?.reed.begun || old?.name != lines[row.id]?.name {
        hasNewOrder = true
      }
    case .reedBox:
      if search != nil { for reed in reedsByLink[row.id] ?? [] { stale.insert(reed) } }
      Self.take(row, into: &boxes)
      hasNewBoxes = true
    case .reedBatch: Self.take(row, into: &batches)
    case .cane:
      canes.removeAll { $0.id == row.id }
      if isAlive { canes.append(row) }
      canes.sort { $0.id > $1.id }
    case .reedFilter:
      Self.take(row, into: &filters)
      filters.sort { ($0.place, $0.id) < ($1.place, $1.id) }
    case .reedTool:
      let old = tools[row.id]?.name
      tools[row.id] = isAlive ? ReedTool(row) : nil
      guard search != nil, old?.hasSameBytes(as: tools[row.id]?.name ?? "") != true else { return }
      // Reeds are found by the names of their tools.
      for reed in reedsByLink[row.id] ?? [] { stale.insert(reed) }
    case .toolEvent: Self.take(row, into: &toolEvents)
    case .field:
      Self.take(row, into: &ownFields)
      hasNewFields = true
    case .choice:
      Self.take(row, into: &ownChoices)
      hasNewFields = true
    case .experiment, .experimentReed: hasNewCover = true
    // Only answers follow from a look.
    case .experimentLook: break
    default: takeEvent(row, isAlive)
    }
  }

  /// Replaces what a row said before.
  private static func take<Record: RowRecord>(_ row: Row, into list: inout [Record]) {
    list.removeAll { $0.id == row.id }
    if row.life == .alive { list.append(Record(row)) }
  }

  private mutating func relink(_ reed: RowID, _ old: Line?, _ new: Line?) {
    for link in old?.links ?? [] { reedsByLink[link]?.removeAll { $0 == reed } }
    for link in new?.links ?? [] { reedsByLink[link, default: []].append(reed) }
    if let old { counts[old.reed.stage.rawValue] -= 1 }
    if let new { counts[new.reed.stage.rawValue] += 1 }
  }

  private mutating func takeEvent(_ row: Row, _ isAlive: Bool) {
    let event = isAlive ? Event(row) : nil
    let old = eventsByID[row.id]
    guard event != old else { return }
    if let old {
      eventsByReed[old.reed]?.removeAll { $0 == old.id }
      stale.insert(old.reed)
    }
    eventsByID[row.id] = event
    if let event {
      eventsByReed[event.reed, default: []].append(event.id)
      stale.insert(event.reed)
    }
  }

  private mutating func reckon() {
    if hasNewFields {
      hasNewFields = false
      // Reeds are found by the names of choices and the words of scales.
      if search != nil { stale.formUnion(lines.keys) }
      let own = ownFields.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
      fields = ReedFieldList(.reed, ReedField.reed, own: own, choices: ownChoices)
      testFields = ReedFieldList(.reedTest, ReedField.test, own: own, choices: ownChoices)
      caneFields = ReedFieldList(.cane, ReedField.pieceOfCane, own: own, choices: ownChoices)
    }
    if hasNewBoxes {
      hasNewBoxes = false
      boxes.sort { ($0.place, $0.id) < ($1.place, $1.id) }
    }
    for id in stale {
      guard var line = lines[id] else { continue }
      (line.seconds, line.success) = (0, nil)
      var latest: Event?
      for name in eventsByReed[id] ?? [] {
        guard let event = eventsByID[name] else { continue }
        line.seconds += event.seconds
        if event.success != nil, latest.map({ $0.precedes(event) }) ?? true { latest = event }
      }
      line.success = latest?.success
      lines[id] = line
    }
    if search != nil { for id in stale { index(id) } }
    if hasNewOrder || order.count != lines.count {
      hasNewOrder = false
      // A row's id begins with the time when it was made.
      order = lines.values.map {
        (day: $0.reed.begun, made: $0.reed.id.bits.high >> 16, name: $0.name)
      }.sorted {
        if $0.day != $1.day { return $0.day > $1.day }
        return $0.made == $1.made ? $0.name < $1.name : $0.made > $1.made
      }.map { $0.name.id }
    }
    stale = []
  }

  // MARK: - Asking

  public subscript(reed: RowID) -> Line? { lines[reed] }

  /// What happened to a reed, oldest first.
  public func events(of reed: RowID) -> [Event] {
    (eventsByReed[reed] ?? []).compactMap { eventsByID[$0] }.sorted { $0.precedes($1) }
  }

  /// The tools of a sort that are still in use, by name.
  public func tools(_ sort: ReedTool.Sort) -> [ReedTool] {
    tools.values.filter { $0.sort == sort && !$0.isArchived }.sorted {
      let (one, other) = (Fold.sortKey(of: $0.name), Fold.sortKey(of: $1.name))
      return one == other ? $0.id < $1.id : one.lexicographicallyPrecedes(other)
    }
  }

  /// The name of a tool.
  public func name(ofTool id: RowID?) -> String {
    id.flatMap { tools[$0] }?.name ?? ""
  }

  /// The reeds that were ever on a staple, oldest first.
  public func reeds(onStaple staple: RowID) -> [Line] {
    linked(to: staple).filter { $0.link(ReedField.staple) == staple }.sorted {
      $0.reed.isOlder(than: $1.reed)
    }
  }

  /// The latest of the other reeds on a staple that meet a condition.
  public func last(
    on staple: RowID, besides reed: RowID, where isWanted: (Line) -> Bool = { _ in true }
  ) -> Line? {
    reeds(onStaple: staple).last { $0.reed.id != reed && isWanted($0) }
  }

  /// The reeds of a box by place; those without one come last.
  public func reeds(in box: RowID) -> [Line] {
    linked(to: box).filter { $0.reed.box == box }.sorted {
      let (a, b) = (
        $0.reed.slot == 0 ? Int.max : $0.reed.slot, $1.reed.slot == 0 ? .max : $1.reed.slot
      )
      return a == b ? $0.name < $1.name : a < b
    }
  }

  /// The reeds that link to a row.
  public func linked(to row: RowID) -> [Line] {
    (reedsByLink[row] ?? []).compactMap { lines[$0] }
  }

  /// A value of a field in words; a tool's name is looked up.
  public func words(
    _ field: ReedField, _ value: Value, in lengths: LengthUnit = .millimetres
  ) -> String {
    if case .row(let id) = value { return name(ofTool: id) }
    return field.words(of: value, in: lengths)
  }

  // MARK: - Search

  /// Indexes all reeds for search; later changes are followed.
  public mutating func prepareSearch() {
    guard search == nil else { return }
    search = SearchIndex()
    for id in lines.keys { index(id) }
  }

  /// The reeds that contain all words of a query; `nil` for an empty query.
  public mutating func find(_ question: String) -> Set<RowID>? {
    guard question.utf8.contains(where: { $0 > 0x20 }) else { return nil }
    prepareSearch()
    return search?.rows(matching: question)
  }

  private mutating func index(_ id: RowID) {
    guard let line = lines[id] else {
      search?.remove(id)
      return
    }
    let reed = line.reed
    var texts = [reed.name, reed.nickname, reed.tags, reed.remark, reed.instrument.label]
    if let box = reed.box, let box = boxes.first(where: { $0.id == box }) { texts.append(box.name) }
    for cell in line.row.cells {
      guard let field = fields[cell.field] else { continue }
      switch cell.value {
      case .row(let id): texts.append(name(ofTool: id))
      case .bool(let isOn): if isOn { texts.append(field.label) }
      case .null: break
      default: texts.append(field.words(of: cell.value))
      }
    }
    for event in eventsByReed[id] ?? [] {
      if let text = eventsByID[event]?.text, !text.isEmpty { texts.append(text) }
    }
    search?.set(id, texts)
  }
}

extension ReedField {
  /// The single staple that a reed is on.
  public static let staple = KindID.reed.field(69)
  public static let stapleModel = KindID.reed.field(68)
  public static let shaper = KindID.reed.field(62)
  public static let thread = KindID.reed.field(74)
  public static let caneBrand = KindID.reed.field(32)
  /// Of a single reed.
  public static let brand = KindID.reed.field(128)
  static let model = KindID.reed.field(129)
  public static let strength = KindID.reed.field(130)
  public static let a4 = KindID.reedTest.field(43)
  public static let tieLength = KindID.reed.field(73)
}

extension ReedIndex.Event {
  /// Whether it was before another.
  fileprivate func precedes(_ other: ReedIndex.Event) -> Bool {
    (day, made, id) < (other.day, other.made, other.id)
  }

  /// The event of a row about a reed; `nil` for other rows.
  fileprivate init?(_ row: Row) {
    func link(_ field: FieldID) -> RowID? {
      if case .row(let id) = row.value(field) { id } else { nil }
    }
    func moment(_ field: FieldID) -> Int64 {
      if case .instant(let moment, _) = row.value(field) { moment } else { 0 }
    }
    func day(_ field: FieldID) -> Int64 {
      if case .day(let day) = row.value(field) { day } else { 0 }
    }
    let fields: (reed: FieldID, day: FieldID, made: FieldID)
    switch row.kind {
    case .reedTest, .adjustment, .stageMove:
      fields = (row.kind.field(1), row.kind.field(2), row.kind.field(3))
    case .note: fields = (JournalNote.reedField, row.kind.field(1), row.kind.field(2))
    case .take: fields = (Take.reedField, row.kind.field(2), row.kind.field(3))
    case .picture: fields = (Picture.subjectField, Picture.dayField, Picture.madeField)
    case .block: fields = (PractisedBlock.reedField, row.kind.field(2), row.kind.field(3))
    default: return nil
    }
    guard let reed = link(fields.reed) else { return nil }
    (id, kind, self.reed) = (row.id, row.kind, reed)
    (self.day, made) = (day(fields.day), moment(fields.made))
    var (seconds, success) = (Int64(0), Int64?.none)
    if row.kind == .block, case .int(let length) = row.value(PractisedBlock.secondsField) {
      seconds = min(max(length, 0), PractisedSession.longest)
    }
    if row.kind == .reedTest, case .int(let answer) = row.value(ReedTest.successField) {
      success = answer
    }
    (self.seconds, self.success) = (seconds, success)
    var text = ""
    for cell in row.cells {
      // Of a take, only its name; its other texts are about its sound.
      guard row.kind != .take || cell.field == Take.nameField, case .text(let part) = cell.value
      else { continue }
      text = text.isEmpty ? part : "\(text) \(part)"
    }
    self.text = text
  }
}

extension ReedIndex {
  /// Whether a person created or changed fields.
  public var hasOwnFields: Bool { !ownFields.isEmpty }

  /// The tool of a sort with a name, ignoring case and accents.
  public func tool(_ sort: ReedTool.Sort, named name: String) -> ReedTool? {
    let wanted = Fold.bytes(of: name)
    return tools.values.filter { $0.sort == sort && Fold.bytes(of: $0.name) == wanted }
      .min { $0.id < $1.id }
  }

  /// The name of a new reed: like the latest one, with the next number.
  public var nextName: String {
    guard let latest = order.first.flatMap({ lines[$0] })?.reed.name else { return "R1" }
    let bytes = Array(latest.utf8)
    let digits = bytes.reversed().prefix { 0x30...0x39 ~= $0 }.reversed()
    guard !digits.isEmpty, digits.count < 10,
      let number = Int64(String(decoding: Array(digits), as: UTF8.self))
    else { return latest.isEmpty ? "R1" : "\(latest) 2" }
    let stem = bytes.dropLast(digits.count)
    var next = number
    // Skips names that are taken.
    let taken = Set(lines.values.map { Array($0.reed.name.utf8) })
    while true {
      next += 1
      let text = Array("\(next)".utf8)
      let padding = [UInt8](repeating: 0x30, count: max(digits.count - text.count, 0))
      let name = stem + padding + text
      if !taken.contains(Array(name)) { return String(decoding: name, as: UTF8.self) }
    }
  }

  /// The texts in a field, those of the newest reeds first.
  public func texts(_ field: FieldID, upTo limit: Int) -> [String] {
    var found: [String] = []
    for id in order.prefix(2_000) {
      guard case .text(let text)? = lines[id]?.value(field), !text.isEmpty,
        !found.contains(where: { $0.hasSameBytes(as: text) })
      else { continue }
      found.append(text)
      if found.count == limit { break }
    }
    return found
  }

  /// The edits that put reeds in a box, each in the first free place; or take them out.
  public func putting(_ reeds: [RowID], in box: RowID?) -> [Edit] {
    var taken = Set<Int>()
    if let box {
      for line in self.reeds(in: box) where !reeds.contains(line.reed.id) {
        taken.insert(line.reed.slot)
      }
    }
    var edits: [Edit] = []
    for id in reeds {
      guard let old = lines[id]?.reed, old.box != box || box == nil else { continue }
      var reed = old
      reed.box = box
      reed.slot = 0
      if box != nil {
        reed.slot = 1
        while taken.contains(reed.slot) { reed.slot += 1 }
        taken.insert(reed.slot)
      }
      edits += reed.edits(from: old)
    }
    return edits
  }
}

extension ReedField {
  /// The brands suggested before any was entered.
  public static let brands = [
    "Alliaud", "Rigotti", "Bonazza", "Marca", "Vic", "Du Var", "Rouché", "Roseau Chantant",
    "Argentina",
  ]

  /// The brands of single reeds suggested before any was entered.
  public static let singleBrands = [
    "Vandoren", "D’Addario", "Légère", "Gonzalez", "Rigotti", "Marca", "Steuer", "Pilgerstorfer",
  ]

  /// Whether a copy of a reed keeps this value: how it was made is copied; the points of the gouge, the staple and
  /// what was judged are not.
  public var isCopied: Bool {
    guard group.rawValue <= Group.bassoon.rawValue || group == .own || group == .single,
      !Self.gougePoints.contains(id)
    else { return false }
    switch content {
    case .tool(.staple): return false
    case .scale, .pitch: return false
    default: return true
    }
  }
}

extension ReedIndex {
  /// The median playing time of finished reeds, if there are enough of them.
  public var medianSeconds: Int64? {
    let played = lines.values.filter { $0.reed.stage.isOver && $0.seconds > 0 }.map { $0.seconds }
      .sorted()
    return played.count < 5 ? nil : played[played.count / 2]
  }
}

extension ReedIndex {
  /// How many reeds link to a tool.
  public func reeds(with tool: RowID) -> Int {
    reedsByLink[tool]?.count ?? 0
  }

  /// An event of a reed.
  public func event(_ id: RowID) -> Event? { eventsByID[id] }

  /// What was done to a tool, newest first.
  public func toolEvents(of tool: RowID) -> [ToolEvent] {
    toolEvents.filter { $0.tool == tool }.sorted { ($1.day, $1.id) < ($0.day, $0.id) }
  }
}

extension ReedIndex {
  /// A person's changes to a field, or the definition of their own.
  public func own(_ field: ReedField) -> OwnField? {
    ownFields.filter {
      $0.number > 0
        ? $0.number == Int64(bitPattern: field.id.number) : FieldID(definedBy: $0.id) == field.id
    }.min { $0.id < $1.id }
  }

  /// The choices of a field that a person made, also those that are no longer offered.
  public func choices(of own: OwnField) -> [OwnChoice] { ownChoices.of(own.id) }
}
