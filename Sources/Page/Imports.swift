#if arch(wasm32)
  // Functions that the page's scripts provide, under the names they have in `Web/`. Text and bytes
  // are lent as an address and a length, and only for the duration of the call.

  /// An address in this module's memory, which the scripts can access.
  typealias Address = UInt32

  enum Script {
    // glue.js
    @_extern(wasm, module: "page", name: "apply")
    static func apply(_ words: Address, _ count: Int32, _ text: Address, _ size: Int32)

    // services/address.js
    @_extern(wasm, module: "page", name: "navigate")
    static func navigate(_ path: Address, _ size: Int32, _ replacing: Int32)
    @_extern(wasm, module: "page", name: "goBack")
    static func goBack()
    @_extern(wasm, module: "page", name: "watchAddress")
    static func watchAddress(_ number: UInt32)
    @_extern(wasm, module: "page", name: "title")
    static func title(_ text: Address, _ size: Int32)

    // services/clock.js
    @_extern(wasm, module: "page", name: "now")
    static func now() -> Double
    @_extern(wasm, module: "page", name: "zoneMinutes")
    static func zoneMinutes() -> Int32
    @_extern(wasm, module: "page", name: "wait")
    static func wait(_ number: UInt32, _ milliseconds: Int32)
    @_extern(wasm, module: "page", name: "tick")
    static func tick(_ number: UInt32, _ milliseconds: Int32)
    @_extern(wasm, module: "page", name: "watchFrames")
    static func watchFrames(_ number: UInt32)
    @_extern(wasm, module: "page", name: "picture")
    static func picture(_ number: UInt32, _ milliseconds: Double)
    @_extern(wasm, module: "page", name: "repeatWhileHeld")
    static func repeatWhileHeld(_ number: UInt32, _ after: Int32, _ every: Int32)
    @_extern(wasm, module: "page", name: "stop")
    static func stop(_ number: UInt32)

    // services/storage.js
    @_extern(wasm, module: "page", name: "save")
    static func save(_ key: Address, _ keySize: Int32, _ text: Address, _ textSize: Int32)
    @_extern(wasm, module: "page", name: "load")
    static func load(_ number: UInt32, _ key: Address, _ keySize: Int32)
    @_extern(wasm, module: "page", name: "erase")
    static func erase(_ key: Address, _ keySize: Int32)

    // services/ledger.js: what is loaded, committed and erased is packed as a payload
    @_extern(wasm, module: "page", name: "recordsLoad")
    static func recordsLoad(_ number: UInt32, _ request: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "recordsCommit")
    static func recordsCommit(
      _ number: UInt32, _ request: Address, _ size: Int32, _ writeCount: Int32)
    @_extern(wasm, module: "page", name: "recordsWatch")
    static func recordsWatch(_ number: UInt32)
    @_extern(wasm, module: "page", name: "recordsSpaces")
    static func recordsSpaces(_ number: UInt32)
    @_extern(wasm, module: "page", name: "recordsErase")
    static func recordsErase(_ number: UInt32, _ request: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "askToPersist")
    static func askToPersist(_ number: UInt32)
    @_extern(wasm, module: "page", name: "holdLock")
    static func holdLock(_ number: UInt32, _ name: Address, _ size: Int32, _ way: Int32)
    @_extern(wasm, module: "page", name: "watchLocks")
    static func watchLocks(_ number: UInt32, _ start: Address, _ size: Int32)

    // services/network.js: the request is packed as a payload
    @_extern(wasm, module: "page", name: "fetch")
    static func fetch(_ number: UInt32, _ request: Address, _ size: Int32)

    // services/files.js
    @_extern(wasm, module: "page", name: "download")
    static func download(_ request: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "pickFiles")
    static func pickFiles(_ number: UInt32, _ accept: Address, _ size: Int32, _ several: Int32)
    @_extern(wasm, module: "page", name: "readFile")
    static func readFile(_ number: UInt32, _ token: UInt32)

    // services/pictures.js
    @_extern(wasm, module: "page", name: "makePicture")
    static func makePicture(_ number: UInt32, _ token: UInt32)
    @_extern(wasm, module: "page", name: "sharePicture")
    static func sharePicture(
      _ number: UInt32, _ request: Address, _ size: Int32, _ width: Int32, _ height: Int32)

    // services/clerk.js
    @_extern(wasm, module: "page", name: "clerk")
    static func clerk(_ number: UInt32, _ request: Address, _ size: Int32)

    // services/analyst.js
    @_extern(wasm, module: "page", name: "analyst")
    static func analyst(_ number: UInt32, _ question: Address, _ size: Int32)

    // services/sound.js
    @_extern(wasm, module: "page", name: "openSound")
    static func openSound(_ number: UInt32)
    @_extern(wasm, module: "page", name: "playSound")
    static func playSound(_ message: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "wakeSound")
    static func wakeSound()

    // services/microphone.js
    @_extern(wasm, module: "page", name: "listen")
    static func listen(
      _ number: UInt32, _ request: Address, _ size: Int32, _ count: Int32)
    @_extern(wasm, module: "page", name: "record")
    static func record(_ number: UInt32, _ request: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "recordOtherwise")
    static func recordOtherwise(_ what: Int32)
    @_extern(wasm, module: "page", name: "inputs")
    static func inputs(_ number: UInt32)
    @_extern(wasm, module: "page", name: "listenOtherwise")
    static func listenOtherwise(_ request: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "wakeListening")
    static func wakeListening()

    // services/speech.js
    @_extern(wasm, module: "page", name: "watchSpeech")
    static func watchSpeech(_ number: UInt32)
    @_extern(wasm, module: "page", name: "speak")
    static func speak(_ count: Int32, _ moment: Double, _ gap: Double)
    @_extern(wasm, module: "page", name: "hush")
    static func hush()

    // services/light.js
    @_extern(wasm, module: "page", name: "openStage")
    static func openStage(_ number: UInt32)
    @_extern(wasm, module: "page", name: "tellStage")
    static func tellStage(_ text: Address, _ size: Int32)

    // services/media-keys.js
    @_extern(wasm, module: "page", name: "nowPlaying")
    static func nowPlaying(_ title: Address, _ size: Int32, _ isPlaying: Int32)
    @_extern(wasm, module: "page", name: "watchMediaKeys")
    static func watchMediaKeys(_ number: UInt32)

    // services/device.js
    @_extern(wasm, module: "page", name: "copy")
    static func copy(_ number: UInt32, _ text: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "share")
    static func share(_ number: UInt32, _ request: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "keepAwake")
    static func keepAwake(_ isOn: Int32)
    @_extern(wasm, module: "page", name: "fullscreen")
    static func fullscreen(_ isOn: Int32)
    @_extern(wasm, module: "page", name: "print")
    static func print()
    @_extern(wasm, module: "page", name: "vibrate")
    static func vibrate(_ request: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "focus")
    static func focus(_ id: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "reveal")
    static func reveal(_ id: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "scrollToTop")
    static func scrollToTop()
    @_extern(wasm, module: "page", name: "theme")
    static func theme(_ name: Address, _ size: Int32)

    // services/takes.js
    @_extern(wasm, module: "page", name: "takeWork")
    static func takeWork(
      _ number: UInt32, _ request: Address, _ size: Int32, _ count: Int32, _ numberCount: Int32)
    @_extern(wasm, module: "page", name: "writeTake")
    static func writeTake(_ number: UInt32, _ request: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "handTake")
    static func handTake(
      _ number: UInt32, _ request: Address, _ size: Int32, _ isShared: Int32)
    @_extern(wasm, module: "page", name: "handPage")
    static func handPage(_ number: UInt32, _ request: Address, _ size: Int32, _ count: Int32)
    @_extern(wasm, module: "page", name: "playTake")
    static func playTake(_ number: UInt32, _ request: Address, _ size: Int32, _ count: Int32)
    @_extern(wasm, module: "page", name: "playTakeOtherwise")
    static func playTakeOtherwise(_ request: Address, _ size: Int32)

    // services/watch.js
    @_extern(wasm, module: "page", name: "watchMedia")
    static func watchMedia(_ number: UInt32, _ query: Address, _ size: Int32)
    @_extern(wasm, module: "page", name: "watchVisibility")
    static func watchVisibility(_ number: UInt32)
    @_extern(wasm, module: "page", name: "watchHide")
    static func watchHide(_ number: UInt32)
    @_extern(wasm, module: "page", name: "watchOnline")
    static func watchOnline(_ number: UInt32)
    @_extern(wasm, module: "page", name: "watchKeys")
    static func watchKeys(_ number: UInt32)

    // services/update.js
    @_extern(wasm, module: "page", name: "watchUpdates")
    static func watchUpdates(_ number: UInt32)
    @_extern(wasm, module: "page", name: "restart")
    static func restart()
  }
#endif
