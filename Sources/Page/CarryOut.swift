#if arch(wasm32)
  import Ledger
  import Markup
  import Program

  /// Hands an order to the script that carries it out.
  func carryOut(_ order: Order, _ number: UInt32) {
    switch order {
    case .navigate(let path, let replacing):
      path.lent { Script.navigate($0, $1, replacing ? 1 : 0) }
    case .goBack: Script.goBack()
    case .watchAddress: Script.watchAddress(number)
    case .title(let text): text.lent { Script.title($0, $1) }

    case .wait(let milliseconds): Script.wait(number, Int32(clamping: milliseconds))
    case .tick(let milliseconds): Script.tick(number, Int32(clamping: milliseconds))
    case .watchFrames: Script.watchFrames(number)
    case .picture(let moment): Script.picture(number, moment)
    case .repeatWhileHeld(let after, let every):
      Script.repeatWhileHeld(number, Int32(clamping: after), Int32(clamping: every))
    case .stop: Script.stop(number)

    case .save(let key, let text):
      key.lent { key, keySize in
        text.lent { Script.save(key, keySize, $0, $1) }
      }
    case .load(let key): key.lent { Script.load(number, $0, $1) }
    case .erase(let key): key.lent { Script.erase($0, $1) }

    case .recordsLoad(let space, let since):
      Payload.packed(texts: [space], numbers: [Double(since)])
        .lent { Script.recordsLoad(number, $0, $1) }
    case .recordsCommit(let space, let expected, let isStrict, let writes):
      Payload.packed(space, expected, isStrict, writes)
        .lent { Script.recordsCommit(number, $0, $1, Int32(writes.count)) }
    case .recordsWatch: Script.recordsWatch(number)
    case .recordsSpaces: Script.recordsSpaces(number)
    case .recordsErase(let space, let expected):
      Payload.packed(
        texts: [space], numbers: [expected == nil ? 0 : 1, expected.map { Double($0) } ?? 0]
      ).lent { Script.recordsErase(number, $0, $1) }
    case .askToPersist: Script.askToPersist(number)
    case .holdLock(let name, let isStealing, let isWaiting):
      name.lent { Script.holdLock(number, $0, $1, isStealing ? 1 : isWaiting ? 0 : 2) }
    case .watchLocks(let start): start.lent { Script.watchLocks(number, $0, $1) }

    case .fetch(let request):
      Payload.packed(
        texts: [request.method, request.path, request.headerLines], request.body,
        numbers: [Double(request.timeoutMilliseconds)]
      ).lent { Script.fetch(number, $0, $1) }
    case .download(let name, let type, let bytes):
      Payload.packed(texts: [name, type], bytes).lent { Script.download($0, $1) }
    case .pickFiles(let accept, let several):
      accept.lent { Script.pickFiles(number, $0, $1, several ? 1 : 0) }
    case .readFile(let token): Script.readFile(number, token)
    case .makePicture(let token): Script.makePicture(number, token)
    case .clerk(let request):
      Payload.packed(request).lent { Script.clerk(number, $0, $1) }
    case .analyst(let question):
      Payload.packed(question).lent { Script.analyst(number, $0, $1) }

    case .openSound: Script.openSound(number)
    case .playSound(let message):
      Payload.packed(numbers: message).lent { Script.playSound($0, $1) }
    case .wakeSound: Script.wakeSound()
    case .listen(let request, let input):
      Payload.packed(texts: [input], numbers: request)
        .lent { Script.listen(number, $0, $1, Int32(request.count)) }
    case .listenOtherwise(let request):
      Payload.packed(numbers: request).lent { Script.listenOtherwise($0, $1) }
    case .wakeListening: Script.wakeListening()
    case .watchSpeech: Script.watchSpeech(number)
    case .speak(let count, let moment, let gap):
      Script.speak(Int32(clamping: count), moment, gap)
    case .hush: Script.hush()
    case .nowPlaying(let title, let isPlaying):
      title.lent { Script.nowPlaying($0, $1, isPlaying ? 1 : 0) }
    case .watchMediaKeys: Script.watchMediaKeys(number)

    case .record(let space, let file, let numbers):
      Payload.packed(texts: [space, file], numbers: numbers)
        .lent { Script.record(number, $0, $1) }
    case .recordOtherwise(let what): Script.recordOtherwise(Int32(what))
    case .inputs: Script.inputs(number)
    case .takeWork(let work):
      var request = Payload.packed(texts: [work.verb, work.space], numbers: [Double(work.reads)])
      for file in work.files { request.append(file) }
      for each in work.numbers { request.append(each) }
      request.lent {
        Script.takeWork(number, $0, $1, Int32(work.files.count), Int32(work.numbers.count))
      }
    case .writeTake(let space, let file, let offset, let bytes):
      Payload.packed(texts: [space, file], bytes, numbers: [Double(offset)])
        .lent { Script.writeTake(number, $0, $1) }
    case .handTake(let space, let file, let name, let type, let isShared):
      Payload.packed(texts: [space, file, name, type])
        .lent { Script.handTake(number, $0, $1, isShared ? 1 : 0) }
    case .handPage(let space, let name, let bytes, let sounds):
      var request = Payload.packed(texts: [space, name], bytes)
      for sound in sounds { request.append(sound.file) }
      for sound in sounds { request.append(Double(sound.place)) }
      request.lent { Script.handPage(number, $0, $1, Int32(sounds.count)) }
    case .playTake(let space, let file, let request):
      Payload.packed(texts: [space, file], numbers: request)
        .lent { Script.playTake(number, $0, $1, Int32(request.count)) }
    case .playTakeOtherwise(let request):
      Payload.packed(numbers: request).lent { Script.playTakeOtherwise($0, $1) }

    case .openStage: Script.openStage(number)
    case .tellStage(let text): text.lent { Script.tellStage($0, $1) }

    case .copy(let text): text.lent { Script.copy(number, $0, $1) }
    case .share(let title, let text, let url):
      Payload.packed(texts: [title, text, url]).lent { Script.share(number, $0, $1) }
    case .sharePicture(let svg, let name, let width, let height):
      Payload.packed(texts: [svg, name])
        .lent { Script.sharePicture(number, $0, $1, Int32(width), Int32(height)) }
    case .keepAwake(let isOn): Script.keepAwake(isOn ? 1 : 0)
    case .fullscreen(let isOn): Script.fullscreen(isOn ? 1 : 0)
    case .print: Script.print()
    case .vibrate(let milliseconds):
      Payload.packed(numbers: milliseconds.map(Double.init)).lent { Script.vibrate($0, $1) }
    case .focus(let id): id.lent { Script.focus($0, $1) }
    case .reveal(let id): id.lent { Script.reveal($0, $1) }
    case .scrollToTop: Script.scrollToTop()
    case .theme(let name): name.lent { Script.theme($0, $1) }

    case .watchMedia(let query): query.lent { Script.watchMedia(number, $0, $1) }
    case .watchVisibility: Script.watchVisibility(number)
    case .watchHide: Script.watchHide(number)
    case .watchOnline: Script.watchOnline(number)
    case .watchKeys: Script.watchKeys(number)
    case .watchUpdates: Script.watchUpdates(number)
    case .restart: Script.restart()

    // A shell handles these itself; any that reach the page are ignored.
    case .toast, .keep, .takeIn, .dismissLost, .syncNow, .ask: break
    case .crash: fatalError("stopped on purpose")
    }
  }

  extension FetchRequest {
    /// All of its headers, one per line.
    fileprivate var headerLines: String {
      var lines = contentType.utf8.isEmpty ? "" : "Content-Type: \(contentType)\n"
      for header in headers { lines += header + "\n" }
      return lines
    }
  }

  extension String {
    fileprivate func lent(_ body: (Address, Int32) -> Void) {
      Array(utf8).lent(body)
    }
  }

  extension Payload {
    fileprivate func lent(_ body: (Address, Int32) -> Void) {
      bytes.lent(body)
    }

    fileprivate static func packed(
      texts: [String] = [], _ bytes: [UInt8]? = nil, numbers: [Double] = []
    ) -> Payload {
      var payload = Payload()
      for text in texts { payload.append(text) }
      if let bytes { payload.append(bytes) }
      for number in numbers { payload.append(number) }
      return payload
    }

    fileprivate static func packed(
      _ space: String, _ expected: UInt64, _ isStrict: Bool, _ writes: [RecordWrite]
    ) -> Payload {
      var payload = packed(texts: [space], numbers: [Double(expected), isStrict ? 1 : 0])
      for write in writes {
        switch write {
        case .put(let name, let bytes): payload.append(name, true, bytes)
        case .delete(let name): payload.append(name, false, [])
        }
      }
      return payload
    }

    private mutating func append(_ name: String, _ isThere: Bool, _ bytes: [UInt8]) {
      append(name)
      append(isThere ? 1 : 0)
      append(bytes)
    }
  }

  extension Array where Element: BitwiseCopyable {
    /// Lends the elements to a script as an address and a count.
    func lent(_ body: (Address, Int32) -> Void) {
      unsafe withUnsafeBufferPointer { buffer in
        body(Address(UInt(bitPattern: buffer.baseAddress)), Int32(buffer.count))
      }
    }
  }
#endif
