/// Something the world outside a program is asked to do, as plain data.
///
/// Each case has one function in a small script beside the page (`Web/services/`). The answer, where
/// there is one, comes back as a ``Payload`` whose content is named here.
public enum Order: Equatable, Sendable {
  // MARK: Address and history
  /// Shows another address of the app; nothing comes back, as the program already knows.
  case navigate(path: String, replacing: Bool)
  /// Goes one step back in the browser's history.
  case goBack
  /// Answers with the path each time the person goes back or forward, or follows a link in the app.
  case watchAddress
  case title(String)

  // MARK: Time
  /// Answers once, after so many milliseconds.
  case wait(milliseconds: Int)
  /// Answers again and again.
  case tick(everyMilliseconds: Int)
  /// Answers before each picture, with milliseconds since the page began.
  case watchFrames
  /// Answers again and again while a finger, mouse button or key that is down now stays down.
  case repeatWhileHeld(afterMilliseconds: Int, everyMilliseconds: Int)
  /// Ends the order that bears the same name.
  case stop

  // MARK: Keeping
  case save(key: String, text: String)
  /// Answers with a flag and the text: whether something is kept there.
  case load(key: String)
  case erase(key: String)

  // MARK: The network and files
  /// Answers with the status (0 when no answer came), then the content type and the bytes.
  case fetch(FetchRequest)
  case download(name: String, type: String, bytes: [UInt8])
  /// Answers with a list of ``PickedFile``, empty when the person chose none.
  case pickFiles(accept: String, several: Bool)
  /// Answers with a flag and the bytes: whether the file could be read.
  case readFile(token: UInt32)

  // MARK: The device
  /// Answers with a flag: whether it worked.
  case copy(text: String)
  /// Answers with 0 shared, 1 the person thought better of it, 2 not possible here.
  case share(title: String, text: String, url: String)
  case keepAwake(Bool)
  case fullscreen(Bool)
  case vibrate(milliseconds: [Int])

  // MARK: Watching
  /// Answers with a flag now and at each change: whether the media query holds.
  case watchMedia(query: String)
  /// Answers with a flag now and at each change: whether the page can be seen.
  case watchVisibility
  /// Answers with a flag now and at each change: whether the device believes it has a network.
  case watchOnline
  /// Answers with each ``KeyPress`` outside of fields.
  case watchKeys

  // MARK: The page itself
  /// Moves the keyboard focus to the element with this id.
  case focus(id: String)
  case scrollToTop
  /// `system`, `light` or `dark`; kept where the page finds it before its first paint.
  case theme(String)
  /// Answers each time a new version of the app is ready to be used.
  case watchUpdates
  /// Changes to the new version, or loads the page again where there is none.
  case restart
  /// A message in passing; the shell shows it. The answer is what undoes it.
  case toast(String)
  /// Stops the program as a defect would, to see what a person sees then.
  case crash
}

/// A request to our own server.
public struct FetchRequest: Equatable, Sendable {
  public var method: String
  public var path: String
  public var contentType: String
  public var body: [UInt8]

  public init(
    _ method: String = "GET", path: String, contentType: String = "", body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.contentType = contentType
    self.body = body
  }
}
