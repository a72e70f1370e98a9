import Ledger

// The built-in fields. A number is never changed or reused. A range is what most oboe makers enter;
// values outside of it are not refused.

extension ReedField {
  /// The fields of a reed, from its cane to its retirement.
  public static let reed: [ReedField] = cane(of: .reed).map { $0.of(.doubles) } + made
  /// The fields of a piece of cane before it is tied.
  public static let pieceOfCane: [ReedField] = cane(of: .cane)
  /// The fields that a template fills in for a new reed.
  public static let template: [ReedField] = reed.map { field in
    var copy = ReedField(
      KindID.reedTemplate.field(field.id.number & 0xFF), field.name, field.label, field.content,
      field.group)
    copy.family = field.family
    return copy
  }

  // Not inlined, or all of it would be compiled twice.
  /// The fields of cane and gouge: a piece of cane has them, and so does the reed made from it.
  @inline(never)
  private static func cane(of kind: KindID) -> [ReedField] {
    let cane = Maker(kind, .cane)
    let gouge = Maker(kind, .gouge)
    let shape = Maker(kind, .shape)
    return [
      cane(32, "cane_brand", "Brand", .text(isLong: false)).asked(in: .quick),
      cane(33, "cane_lot", "Lot", .text(isLong: false)).asked(in: .standard),
      cane(34, "harvest_year", "Harvest", .whole("")).usually(1_970...2_100),
      cane(35, "tube_diameter", "Tube diameter", .mm(step: 25)).usually(900...1_150)
        .asked(in: .standard),
      cane(36, "diameter_tool", "Measured with", .choice(["Radius gauge", "Caliper"])),
      cane(
        37, "cane_form", "Bought as", .choice(["Tube", "Gouged", "Gouged and shaped", "Blank"])),
      cane(38, "straightness", "Straightness", .oneToFive("Bent", "Straight")).better(.higher),
      cane(
        39, "cane_colour", "Colour of the cane",
        .choice(["Pale", "Green", "Yellow", "Golden", "Mottled"])),
      cane(40, "hardness_a", "Hardness, one end", .number(places: 1, step: 5, unit: ""))
        .usually(50...400).asked(in: .standard),
      cane(41, "hardness_b", "Hardness, other end", .number(places: 1, step: 5, unit: ""))
        .usually(50...400),
      cane(42, "hardness_tester", "Hardness tester", .tool(.tester)),
      cane(43, "sink_time", "Sink time", .number(places: 1, step: 5, unit: "min"))
        .usually(0...300),
      cane(44, "density", "Density", .number(places: 2, step: 1, unit: "g/cm³")).usually(30...80),
      cane(45, "cane_flexibility", "Flexibility", .number(places: 1, step: 1, unit: "")),
      cane(46, "soak_time", "Soaked for", .whole("min")).usually(0...240),
      cane(47, "soak_temp", "Water", .choice(["Cold", "Tepid", "Warm"])),
      gouge(48, "gouger", "Gouger", .tool(.gouger)).asked(in: .standard),
      gouge(49, "gouge_kind", "Radius", .choice(["Single radius", "Double radius"])),
      gouge(50, "gouge_state", "Measured", .wetOrDry).asked(in: .standard),
      gouge(51, "gouge_rest", "Rested for", .whole("h")).usually(0...72),
      gouge(52, "g_a_l", "A left", .thickness).usually(side).better(.target).asked(in: .standard),
      gouge(53, "g_a_m", "A middle", .thickness).usually(middle).better(.target)
        .asked(in: .standard),
      gouge(54, "g_a_r", "A right", .thickness).usually(side).better(.target).asked(in: .standard),
      gouge(55, "g_b_l", "B left", .thickness).usually(side).better(.target).asked(in: .standard),
      gouge(56, "g_b_m", "B middle", .thickness).usually(middle).better(.target)
        .asked(in: .standard),
      gouge(57, "g_b_r", "B right", .thickness).usually(side).better(.target).asked(in: .standard),
      gouge(58, "g_a_end", "A end", .thickness).usually(end).better(.target).asked(in: .standard),
      gouge(59, "g_b_end", "B end", .thickness).usually(end).better(.target).asked(in: .standard),
      gouge(60, "gouge_tool", "Measured with", .tool(.micrometer)),
      gouge(61, "gouge_hand", "Measured by", .text(isLong: false)),
      shape(62, "shaper", "Shaper", .tool(.shaper)).asked(in: .quick),
      shape(63, "shape_width", "Widest", .mm(step: 5)).usually(600...800),
      shape(64, "throat_width", "Throat", .mm(step: 5)),
      shape(65, "shape_of", "Widths measured on", .choice(["The shaper", "The cane"])),
    ]
  }

  /// Properties of every reed that are set like fields.
  public static let ofEveryReed: [ReedField] = [
    Reed.instrumentField, Reed.styleField, Reed.originField, Reed.begunField,
  ].compactMap { id in
    Schema.woodshed.kind(.reed)?.field(id).map { field in
      var content = Content.day
      if case .choice(let choices) = field.format { content = .choice(choices) }
      let core = ReedField(id, field.name, field.label, content, .own)
      return id == Reed.styleField ? core.of(.doubles) : core
    }
  }

  private static let side: ClosedRange<Int64> = 250...550
  private static let middle: ClosedRange<Int64> = 500...700
  private static let end: ClosedRange<Int64> = 400...700

  /// The fields of a reed from tying on.
  private static let made: [ReedField] = {
    let tying = Maker(.reed, .tying)
    let scrape = Maker(.reed, .scrape)
    let outcome = Maker(.reed, .outcome)
    let made = [
      tying(68, "staple_model", "Staple model", .tool(.stapleModel)).asked(in: .quick).oboes,
      tying(69, "staple_no", "Staple number", .tool(.staple)).asked(in: .quick).oboes,
      tying(70, "staple_length", "Staple length", .mm(step: 50)).usually(4_400...4_800)
        .asked(in: .standard).oboes,
      tying(
        71, "staple_metal", "Metal", .choice(["Brass", "Silver", "Nickel silver", "Copper"])
      ).oboes,
      tying(72, "staple_seal", "Seal", .choice(["Cork", "O-ring"])).oboes,
      tying(73, "tie_length", "Tie length", .mm(step: 25)).usually(6_900...7_700)
        .asked(in: .quick).oboes,
      tying(74, "thread_colour", "Thread", .colour).asked(in: .quick),
      tying(75, "thread_kind", "Thread material", .choice(["Nylon", "Polyester", "Silk"])),
      tying(
        76, "wrap_close", "Sides close, turns from staple end",
        .number(places: 1, step: 5, unit: "turns")
      ).usually(-20...30).oboes,
      tying(77, "leak", "Leak", .choice(["None", "Slight", "Leaks"])).asked(in: .standard),
      tying(78, "wire", "Wire", .flag).oboes,
      tying(79, "skin", "Skin or tape", .flag).oboes,
      scrape(80, "overall_length", "Finished length", .mm(step: 25)).usually(6_600...7_500)
        .asked(in: .standard),
      scrape(81, "tip_start", "Tip begins above the thread", .mm(step: 50)).usually(1_700...2_300)
        .oboes,
      scrape(82, "tip_len", "Tip", .mm(step: 50)).usually(200...600).oboes,
      scrape(83, "heart_len", "Heart", .mm(step: 50)).usually(200...700).oboes,
      scrape(84, "back_len", "Windows or back", .mm(step: 50)).usually(500...1_500).oboes,
      scrape(85, "tip_thick", "Tip, thickness", .thickness).usually(30...150).better(.target),
      scrape(86, "heart_thick", "Heart, thickness", .thickness).usually(300...600)
        .better(.target),
      scrape(87, "back_thick", "Back, thickness", .thickness).usually(200...550).better(.target),
      scrape(88, "opening", "Tip opening", .mm(step: 10)).usually(20...150).better(.target)
        .asked(in: .standard),
      scrape(89, "blade_offset", "Blade offset", .mm(step: 5)).usually(0...30),
      scrape(90, "knife", "Knife", .tool(.knife)).asked(in: .standard),
      scrape(91, "strokes", "Strokes", .whole("")).usually(0...2_000),
      scrape(92, "scrape_time", "Time at the knife", .whole("min")).usually(0...300),
      scrape(93, "clips", "Clips", .whole("")).usually(0...20),
      scrape(94, "scrape_state", "Measured", .wetOrDry),
      scrape(95, "scrape_tool", "Measured with", .tool(.micrometer)),
      scrape(96, "scrape_hand", "Measured by", .text(isLong: false)),
    ]
    return made.map { $0.family == .all ? $0.of(.doubles) : $0 } + bassoon + [
      outcome(120, "would_repeat", "Make it again?", .choice(["Yes", "No"])).asked(in: .standard)
        .of(.doubles),
      outcome(
        121, "retire_reason", "Why it was retired",
        .choice([
          "Dull", "Closed", "Sharp", "Flat", "Cracked", "Chipped", "Leak", "Mould", "Lost", "Sold",
          "Soft", "Warped",
        ])),
    ] + single
  }()

  /// What a player of the clarinet or the saxophone knows about a reed.
  private static let single: [ReedField] = {
    let single = Maker(.reed, .single)
    return [
      single(128, "reed_brand", "Brand", .text(isLong: false)).asked(in: .quick),
      single(129, "reed_model", "Model", .text(isLong: false)).asked(in: .quick),
      single(130, "strength", "Strength", .number(places: 2, step: 25, unit: ""))
        .usually(100...500).asked(in: .quick),
      single(
        131, "reed_cut", "Cut",
        .choice(["French (filed)", "American (unfiled)", "German", "Viennese"])
      ).asked(in: .standard),
      single(132, "reed_material", "Material", .choice(["Cane", "Coated cane", "Synthetic"]))
        .asked(in: .standard),
      single(133, "mouthpiece", "Mouthpiece", .tool(.mouthpiece)).asked(in: .standard),
    ].map { $0.of(.singles) }
  }()

  private static let bassoon: [ReedField] = {
    let bassoon = Maker(.reed, .bassoon)
    var fields = [
      bassoon(100, "profile", "Profile", .tool(.profiler)).asked(in: .quick),
      bassoon(101, "bevel", "Bevel", .text(isLong: false)),
      bassoon(102, "wire_1", "First wire", .mm(step: 50)).usually(2_600...3_000)
        .asked(in: .standard),
      bassoon(103, "wire_2", "Second wire", .mm(step: 50)).usually(1_800...2_200)
        .asked(in: .standard),
      bassoon(104, "wire_3", "Third wire", .mm(step: 50)).usually(400...800),
      bassoon(105, "tube_length", "Tube", .mm(step: 50)).usually(2_700...3_000)
        .asked(in: .quick),
      bassoon(106, "blade_length", "Blade", .mm(step: 50)).usually(2_850...3_000)
        .asked(in: .quick),
      bassoon(107, "collar", "Collar beyond the first wire", .mm(step: 50)).usually(200...400),
      bassoon(117, "ream_depth", "Reamed to", .mm(step: 50)),
    ]
    for place in 0..<9 {
      let distance = 3 * place
      fields.append(
        bassoon(
          UInt64(108 + place), "thick_\(distance)", "Thickness \(distance) mm from the collar",
          .thickness))
    }
    return fields.map { $0.of(.bassoons) }
  }()

  /// The fields of a reed test: tests, questionnaire, conditions and verdict.
  public static let test: [ReedField] = {
    let tests = Maker(.reedTest, .tests)
    let quality = Maker(.reedTest, .quality)
    let conditions = Maker(.reedTest, .conditions)
    let verdict = Maker(.reedTest, .verdict)
    return [
      tests(32, "t_attack", "Air attack", .oneToFive("Late", "Instant")).better(.higher)
        .asked(in: .standard),
      tests(33, "t_peep", "Peep", .pitch).better(.target).asked(in: .standard)
        .of(.doubles),
      tests(34, "t_peep_clear", "Peep, clarity", .oneToFive("Dull", "Clear")).better(.higher)
        .of(.doubles),
      tests(35, "t_gliss", "Glissando", .number(places: 1, step: 5, unit: "semitones"))
        .usually(0...120).better(.higher).asked(in: .standard).of(.doubles),
      tests(
        36, "t_crow_kind", "Crow", .choice(["None", "One C", "Two Cs", "Three Cs", "Rattle"])
      ).asked(in: .standard).of(.doubles),
      tests(37, "t_crow", "Crow, pitch", .pitch).better(.target).asked(in: .standard)
        .of(.doubles),
      tests(38, "t_crow_balance", "Crow, balance", .oneToFive("One sticks out", "Even"))
        .better(.higher).of(.doubles),
      tests(39, "t_crow_rattle", "Crow, rattle", .oneToFive("None", "Strong")).of(.doubles),
      tests(40, "t_hairpin_low", "Hairpin, low", .passed).better(.higher),
      tests(41, "t_hairpin_middle", "Hairpin, middle", .passed).better(.higher),
      tests(42, "t_hairpin_high", "Hairpin, high", .passed).better(.higher),
      tests(43, "a4", "A4 on the instrument", .number(places: 1, step: 5, unit: "Hz"))
        .usually(4_300...4_500).better(.target).asked(in: .standard),
      // Played with the mouthpiece turned to one side, then to the other.
      tests(
        44, "t_sides", "Side test",
        .scale(-3...3, low: "Left harder", middle: "Even", high: "Right harder")
      ).better(.target).asked(in: .standard).of(.singles),
      quality(48, "q_response", "Response", .oneToTen("Late", "Instant")).better(.higher)
        .asked(in: .quick),
      quality(49, "q_ring", "Ring", .oneToTen("Dull", "Ringing")).better(.higher)
        .asked(in: .quick),
      quality(50, "q_depth", "Depth", .oneToTen("Thin", "Deep")).better(.higher)
        .asked(in: .quick),
      quality(51, "q_stability", "Stability", .oneToTen("Wild", "Firm")).better(.higher)
        .asked(in: .quick),
      quality(52, "q_flexibility", "Flexibility", .oneToTen("Stiff", "Supple")).better(.higher)
        .asked(in: .quick),
      quality(53, "q_resistance", "Resistance", .around("Too easy", "Too hard")).better(.target)
        .asked(in: .quick),
      quality(54, "q_loudness", "Loudness", .around("Too soft", "Too loud")).better(.target)
        .asked(in: .quick),
      quality(55, "q_pitch", "Pitch", .around("Flat", "Sharp")).better(.target)
        .asked(in: .quick),
      quality(56, "q_evenness", "Evenness", .oneToTen("Uneven", "Even")).better(.higher),
      quality(57, "q_high", "High notes", .oneToTen("Poor", "Good")).better(.higher),
      quality(58, "q_low", "Low notes", .oneToTen("Poor", "Good")).better(.higher),
      conditions(64, "rh", "Humidity", .whole("%")).usually(5...100).asked(in: .standard),
      conditions(65, "temp", "Temperature", .number(places: 1, step: 5, unit: "°C"))
        .usually(-50...450).asked(in: .standard),
      conditions(66, "pressure", "Pressure", .whole("hPa")).usually(500...1_080),
      conditions(67, "altitude", "Altitude", .whole("m")).usually(-100...4_500),
      conditions(68, "oboe", "Instrument", .tool(.instrument)),
      verdict(70, "success", "Success", .oneToTen("Poor", "Great")).better(.higher)
        .asked(in: .quick),
      verdict(
        71, "verdict", "Good for",
        .choice(["Concert", "Rehearsal", "Practice", "Teaching", "Nothing"])
      ).asked(in: .standard),
    ]
  }()
}

// MARK: - Making fields

/// Makes the fields of one group.
private struct Maker {
  let kind: KindID
  let group: ReedField.Group

  init(_ kind: KindID, _ group: ReedField.Group) { (self.kind, self.group) = (kind, group) }

  @inline(never)
  func callAsFunction(
    _ number: UInt64, _ name: String, _ label: String, _ content: ReedField.Content
  ) -> ReedField {
    ReedField(kind.field(number), name, label, content, group)
  }
}

extension ReedField {
  init(
    _ id: FieldID, _ name: String, _ label: String, _ content: Content, _ group: Group
  ) {
    (self.id, self.name, self.label, self.content, self.group) = (id, name, label, content, group)
  }

  @inline(never)
  fileprivate func usually(_ range: ClosedRange<Int64>) -> ReedField {
    var field = self
    field.usual = range
    return field
  }

  @inline(never)
  fileprivate func asked(in form: Form) -> ReedField {
    var field = self
    field.form = form
    return field
  }

  @inline(never)
  fileprivate func better(_ direction: Direction) -> ReedField {
    var field = self
    field.direction = direction
    return field
  }

  @inline(never)
  fileprivate func of(_ family: Family) -> ReedField {
    var field = self
    field.family = family
    return field
  }

  fileprivate var oboes: ReedField { of(.oboes) }
}

extension ReedField.Content {
  /// Millimetres with two places.
  fileprivate static func mm(step: Int64) -> Self { .number(places: 2, step: step, unit: "mm") }
  /// Millimetres as a micrometer shows them.
  fileprivate static let thickness = Self.number(places: 3, step: 10, unit: "mm")
  fileprivate static let wetOrDry = Self.choice(["Wet", "Dry"])
  fileprivate static let passed = Self.choice(["Passed", "Failed"])

  fileprivate static func whole(_ unit: String) -> Self { .number(places: 0, step: 1, unit: unit) }

  /// Choices numbered from 1 in order.
  @inline(never)
  fileprivate static func choice(_ labels: [String]) -> Self {
    .choice(labels.enumerated().map { Field.Choice(Int64($0.offset + 1), $0.element) })
  }

  fileprivate static func oneToFive(_ low: String, _ high: String) -> Self {
    .scale(1...5, low: low, middle: "", high: high)
  }

  fileprivate static func oneToTen(_ low: String, _ high: String) -> Self {
    .scale(1...10, low: low, middle: "", high: high)
  }

  /// From too little to too much, with the ideal in the middle.
  fileprivate static func around(_ low: String, _ high: String) -> Self {
    .scale(-3...3, low: low, middle: "Just right", high: high)
  }
}
