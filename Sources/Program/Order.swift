public import Ledger

/// A request to the world outside a program, as plain data.
///
/// Each case has one function in a small script beside the page (`Web/services/`). The answer, if any, comes back
/// as a ``Payload`` with the content described here.
public enum Order: Equatable, Sendable {
  // MARK: Address and history
  /// Shows another address of the app; there is no answer, as the program already knows.
  case navigate(path: String, replacing: Bool)
  /// Goes one step back in the browser's history.
  case goBack
  /// Answers with the path each time the person goes back or forward, or follows a link in the app.
  case watchAddress
  case title(String)

  // MARK: Time
  /// Answers once, after this many milliseconds.
  case wait(milliseconds: Int)
  /// Answers repeatedly.
  case tick(everyMilliseconds: Int)
  /// Answers before each frame, with milliseconds since the page started.
  case watchFrames
  /// Answers once, before the frame in which a moment of the page's clock becomes visible; later if none is
  /// drawn.
  case picture(atMilliseconds: Double)
  /// Answers repeatedly while a finger, mouse button or key that is down now stays down.
  case repeatWhileHeld(afterMilliseconds: Int, everyMilliseconds: Int)
  /// Ends the order with the same name.
  case stop

  // MARK: Storage
  case save(key: String, text: String)
  /// Answers with a flag and the text: whether something is stored there.
  case load(key: String)
  case erase(key: String)

  // MARK: A person's data; the shell carries these out itself
  case keep(Keeping)
  case takeIn(label: String, ImportedRows)
  case dismissLost(UInt64)
  case syncNow
  case ask(Ask)

  // MARK: Records on this device
  /// Answers with 0 and an empty text, the space's revision, a count of records with name and bytes each, a flag,
  /// and a count of names: if the flag is set, these are all that remain. Or with 1 and the error's name.
  case recordsLoad(space: String, since: UInt64)
  /// Answers with 0 committed, 1 moved or 2 failed, the error's name, and the space's revision.
  case recordsCommit(space: String, expected: UInt64, isStrict: Bool, writes: [RecordWrite])
  /// Answers with a space and its revision each time another page of the app changed it.
  case recordsWatch
  /// Answers with 0 and an empty text, and a count of spaces with name and revision each; or with 1
  /// and the error's name.
  case recordsSpaces
  /// Answers with 0 erased, 1 moved or 2 failed, and the error's name.
  case recordsErase(space: String, expected: UInt64?)
  /// Answers with a flag, whether the browser promised to keep stored data, and with the bytes used and the bytes
  /// allowed.
  case askToPersist
  /// Answers with 1 when the lock is held, and with 0 when another page took it, or has it and waiting was not
  /// requested.
  case holdLock(name: String, isStealing: Bool, isWaiting: Bool = true)
  /// Answers with what the names of other pages' locks say after this start, one per line, each time it changes.
  case watchLocks(start: String)

  // MARK: The network and files
  /// Answers with the status (0 if no answer came), then the content type and the bytes.
  case fetch(FetchRequest)
  case download(name: String, type: String, bytes: [UInt8])
  /// Answers with a list of ``PickedFile``, empty when the person chose none.
  case pickFiles(accept: String, several: Bool)
  /// Answers with a flag and the bytes: whether the file could be read.
  case readFile(token: UInt32)
  /// Answers with the width, the height and the bytes of a JPEG; without bytes if the file is not a picture.
  case makePicture(token: UInt32)
  /// Lets the clerk answer a request: a program in its own worker, which ends afterwards.
  case clerk([UInt8])
  /// Lets the analyst answer a question: a program in its own worker, which ends afterwards, or when the order is
  /// stopped. Answers with 0 and the share of the work that is done; then with 1 and the report, with 2 if the
  /// program is not on this device, or with 3 if it failed.
  case analyst([UInt8])

  // MARK: Sound
  /// Answers with each ``SoundEvent``, until it is stopped; only a tap may start it.
  case openSound
  /// A command for the player, as its message.
  case playSound([Double])
  /// Resumes sound that the browser suspended; only a tap may ask for it.
  case wakeSound
  /// Asks for the microphone and answers with each ``ListenEvent``, until it is stopped; only a tap may start it.
  case listen([Double], input: String)
  /// Continues listening with a different request.
  case listenOtherwise([Double])
  /// Resumes listening that the browser suspended; only a tap may ask for it.
  case wakeListening
  /// Answers now and at each change with what is in the way of speaking (0 nothing, 1 no speech, 2 no voice), and
  /// with the milliseconds from asking for a word until it begins.
  case watchSpeech
  /// Says a number with a voice of this device, so that it begins at a moment of the page's clock, or at once if
  /// that is 0, and is over within the gap; replaces a number that is still waiting.
  case speak(Int, atMilliseconds: Double, gap: Double)
  /// Ends what is being said, and forgets what is waiting.
  case hush
  /// Tells the device what is playing, so that its media keys are sent here; nothing is if the text is empty.
  case nowPlaying(title: String, isPlaying: Bool)
  /// Answers with the number of each ``MediaKey`` that is pressed.
  case watchMediaKeys

  // MARK: Takes
  /// Writes what is heard into a file; answers with each ``RecordEvent``.
  case record(space: String, file: String, numbers: [Double])
  /// 0 pauses, 1 resumes, 2 ends.
  case recordOtherwise(Int)
  /// Answers with a count of microphones, each with an internal name and a readable one.
  case inputs
  /// Answers with 1 and a fraction while it is running; then with 0, an error's name and the result.
  case takeWork(TakeWork)
  /// Appends bytes to a file, if its end is at the offset; answers with 0 and an error's name.
  case writeTake(space: String, file: String, offset: UInt64, bytes: [UInt8])
  /// Answers with 0 and an error's name.
  case handTake(space: String, file: String, name: String, type: String, isShared: Bool)
  /// Embeds sounds in a page in Base64, each at its place in the page's text; answers with 0 and an error's name.
  case handPage(space: String, name: String, bytes: [UInt8], sounds: [PageSound])
  /// Answers with each ``ReplayEvent``, until it is stopped; only a tap may start it.
  case playTake(space: String, file: String, [Double])
  case playTakeOtherwise([Double])

  // MARK: Light
  /// Lets a separate program draw on the page's canvas; answers with each text that it reports.
  case openStage
  case tellStage(String)

  // MARK: The device
  /// Answers with a flag: whether it worked.
  case copy(text: String)
  /// Answers with 0 if shared, 1 if the person cancelled, 2 if not possible here.
  case share(title: String, text: String, url: String)
  /// Shares a drawing, an SVG, as a picture, or downloads it; answers with a flag: whether that worked.
  case sharePicture(svg: String, name: String, width: Int, height: Int)
  case keepAwake(Bool)
  case fullscreen(Bool)
  /// Prints the page once everything requested is shown.
  case print
  case vibrate(milliseconds: [Int])

  // MARK: Watching
  /// Answers with a flag now and at each change: whether the media query holds.
  case watchMedia(query: String)
  /// Answers with a flag now and at each change: whether the page is visible.
  case watchVisibility
  /// Answers each time the page is hidden or about to close.
  case watchHide
  /// Answers with a flag now and at each change: whether the device believes it has a network.
  case watchOnline
  /// Answers with each ``KeyPress`` outside of fields.
  case watchKeys

  // MARK: The page itself
  /// Moves the keyboard focus to the element with this id.
  case focus(id: String)
  /// Scrolls the element with this id into view sideways; the page itself does not move.
  case reveal(id: String)
  case scrollToTop
  /// `system`, `light` or `dark`; stored where the page finds it before its first paint.
  case theme(String)
  /// Answers each time a new version of the app is ready to be used.
  case watchUpdates
  /// Switches to the new version, or reloads the page if there is none.
  case restart
  /// A toast, shown by the shell, that can play a take. The answer undoes the action.
  case toast(String, playing: RowID? = nil)
  /// Crashes the program on purpose, to see what a person sees then.
  case crash
}

/// A request to our own server.
public struct FetchRequest: Equatable, Sendable {
  public var method: String
  public var path: String
  public var contentType: String
  /// Additional headers, each as `Name: value`.
  public var headers: [String] = []
  public var body: [UInt8]
  /// After this time without a complete answer, the request counts as unanswered.
  public var timeoutMilliseconds: Int

  public init(
    _ method: String = "GET", path: String, contentType: String = "", body: [UInt8] = [],
    timeoutMilliseconds: Int = 30_000
  ) {
    self.method = method
    self.path = path
    self.contentType = contentType
    self.body = body
    self.timeoutMilliseconds = timeoutMilliseconds
  }
}
