import JournalRoom
import Ledger
import Pages
import Program
import RoomKit
import ToolsRoom

/// What is being removed from this device. It is written down until all of it is gone: what a page that is closed
/// meanwhile leaves, the next one removes.
public struct Removal: Equatable, Sendable {
  let space: DeviceSpace
  /// The space's revision when removing it was asked for. Whatever has a later one by now was begun since, and stays.
  let revision: UInt64

  var text: String { "\(revision) \(space.name)" }
}

extension Removal {
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: " "))
    guard parts.count == 2, let revision = UInt64(String(decoding: Array(parts[0]), as: UTF8.self)),
      let space = DeviceSpace(name: String(decoding: Array(parts[1]), as: UTF8.self))
    else { return nil }
    self.init(space: space, revision: revision)
  }
}

extension Shell {
  /// The storage key of the removal that has not ended.
  static let removalKey = "woodshed.removal"

  /// Removes the current space from this device.
  ///
  /// After a mere sign-out a space with changes that have not reached the server stays.
  static func remove(
    isCertain: Bool, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    let keeper = state.safekeeping.keeper
    let space = state.safekeeping.space
    if state.rooms.tools.recorder.isRecording {
      return show("Stop recording first.", undo: nil, &state)
    }
    guard space.isSynced, isCertain || keeper.replica.waitingCount + keeper.unkeptCount == 0 else {
      return show("Signed out. Unsynced changes stay on this device.", undo: nil, &state)
    }
    state.toasts.removeAll { $0.undo != nil }
    state.dataPage = DataPage.State()
    let removal = Removal(space: space, revision: keeper.latestRevision)
    return [
      .save(removal.text, under: removalKey),
      .eraseRecords(of: space.name) { .spaceErased(removal, $0) },
      .save(DeviceSpace.own.name, under: spaceKey),
    ] + Safekeeping.open(.own, &state.safekeeping, context).map { $0.map(Message.safekeeping) }
  }

  /// Finishes what an earlier page was removing.
  static func resume(_ removal: Removal) -> [Effect<Message>] {
    [
      .eraseRecords(of: removal.space.name, expecting: removal.revision) {
        .spaceErased(removal, $0)
      }
    ]
  }

  /// Once a space's records are gone, so are its files, and what a closed page left of it.
  static func erased(
    _ removal: Removal, _ erasure: RecordsErasure, _ state: inout State, _ context: Context
  ) -> [Effect<Message>] {
    switch erasure {
    case .erased:
      var effects: [Effect<Message>] = [
        .erase(Safekeeping.lateKey(removal.space)),
        .eraseTakes(of: removal.space.name) { .takesErased(isDone: $0) },
      ]
      // A page that was still reading it when it was removed starts over.
      let data = state.safekeeping.data
      if state.safekeeping.space == removal.space, !data.isEmpty || data.head.account != nil {
        effects += Safekeeping.open(removal.space, &state.safekeeping, context)
          .map { $0.map(Message.safekeeping) }
      }
      return effects
    case .moved: return [.erase(removalKey)]
    case .failed(let error):
      let text =
        "Couldn’t remove it from this device (\(error)). Close other tabs and reload Woodshed."
      return show(text, undo: nil, &state)
    }
  }
}
