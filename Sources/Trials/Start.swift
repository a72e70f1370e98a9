#if arch(wasm32)
  import Page
  import Program
  import Rooms

  /// Starts Woodshed with its trial pages; the page has left the launch's payload.
  @_expose(wasm, "start")
  @c(woodshed_start)
  public func start(_ launchSize: Int32) {
    Page.run(TrialShell.self, launchSize: launchSize)
  }
#endif
