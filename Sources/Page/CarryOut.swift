#if arch(wasm32)
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
    case .repeatWhileHeld(let after, let every):
      Script.repeatWhileHeld(number, Int32(clamping: after), Int32(clamping: every))
    case .stop: Script.stop(number)

    case .save(let key, let text):
      key.lent { key, keySize in
        text.lent { Script.save(key, keySize, $0, $1) }
      }
    case .load(let key): key.lent { Script.load(number, $0, $1) }
    case .erase(let key): key.lent { Script.erase($0, $1) }

    case .fetch(let request):
      Payload.packed(texts: [request.method, request.path, request.contentType], request.body)
        .lent { Script.fetch(number, $0, $1) }
    case .download(let name, let type, let bytes):
      Payload.packed(texts: [name, type], bytes).lent { Script.download($0, $1) }
    case .pickFiles(let accept, let several):
      accept.lent { Script.pickFiles(number, $0, $1, several ? 1 : 0) }
    case .readFile(let token): Script.readFile(number, token)

    case .copy(let text): text.lent { Script.copy(number, $0, $1) }
    case .share(let title, let text, let url):
      Payload.packed(texts: [title, text, url]).lent { Script.share(number, $0, $1) }
    case .keepAwake(let isOn): Script.keepAwake(isOn ? 1 : 0)
    case .fullscreen(let isOn): Script.fullscreen(isOn ? 1 : 0)
    case .vibrate(let milliseconds):
      Payload.packed(numbers: milliseconds).lent { Script.vibrate($0, $1) }
    case .focus(let id): id.lent { Script.focus($0, $1) }
    case .scrollToTop: Script.scrollToTop()
    case .theme(let name): name.lent { Script.theme($0, $1) }

    case .watchMedia(let query): query.lent { Script.watchMedia(number, $0, $1) }
    case .watchVisibility: Script.watchVisibility(number)
    case .watchOnline: Script.watchOnline(number)
    case .watchKeys: Script.watchKeys(number)
    case .watchUpdates: Script.watchUpdates(number)
    case .restart: Script.restart()

    // A shell shows toasts itself; one that reaches the page has nobody to show it.
    case .toast: break
    case .crash: fatalError("stopped on purpose")
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

    fileprivate static func packed(texts: [String], _ bytes: [UInt8] = []) -> Payload {
      var payload = Payload()
      for text in texts { payload.append(text) }
      payload.append(bytes)
      return payload
    }

    fileprivate static func packed(numbers: [Int]) -> Payload {
      var payload = Payload()
      for number in numbers { payload.append(Double(number)) }
      return payload
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
