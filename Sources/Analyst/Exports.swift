#if arch(wasm32)
  import Analysis
  import Reports

  /// Where the script leaves a question with its rows, and finds the report. A worker runs it alone.
  nonisolated(unsafe) private var paper = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
  nonisolated(unsafe) private var analyst: Analyst?

  private var address: UInt32 { unsafe UInt32(UInt(bitPattern: paper.baseAddress)) }

  /// A place for this many bytes.
  @_expose(wasm, "room")
  @c(woodshed_analyst_room)
  public func room(_ size: Int32) -> UInt32 {
    unsafe paper.deallocate()
    unsafe paper = .allocate(capacity: Int(max(size, 0)))
    return address
  }

  /// Reads the question that is there; says whether it could.
  @_expose(wasm, "ask")
  @c(woodshed_analyst_ask)
  public func ask() -> Int32 {
    unsafe analyst = try? Analyst(Array(paper))
    return unsafe analyst == nil ? 0 : 1
  }

  /// Works on for a moment; says which share of the work is done, 1 at the end.
  @_expose(wasm, "step")
  @c(woodshed_analyst_step)
  public func step() -> Double { unsafe analyst?.step() ?? 1 }

  /// Puts the report in place; says how long it is.
  @_expose(wasm, "report")
  @c(woodshed_analyst_report)
  public func report() -> Int32 {
    let bytes = unsafe analyst?.report?.bytes ?? []
    _ = room(Int32(bytes.count))
    for (place, byte) in bytes.enumerated() { unsafe paper[place] = byte }
    return Int32(bytes.count)
  }

  /// Where the report is.
  @_expose(wasm, "paper")
  @c(woodshed_analyst_paper)
  public func place() -> UInt32 { address }
#endif
