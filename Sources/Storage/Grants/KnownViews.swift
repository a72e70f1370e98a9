public import Ledger
import Platform

/// Remembers views of spaces as long as these do not change: the digests of many, so that a device that has everything gets
/// its answer without reading all cells, and what a few hide, so that reading page by page looks through them once.
public final class KnownViews: Sendable {
  private struct Known: Sendable {
    let epoch: Epoch
    let sequence: UInt64
    let digest: UInt64
  }

  private struct Kept: Sendable {
    let given: GivenGrant
    let header: SpaceHeader
    let start: UInt64
    let view: GrantedView
  }

  private static let capacity = 4_096
  /// How many views are kept whole: as many as requests at once would have anyway.
  private static let keptCount = 8

  private let knownByView = Lock<[UInt64: Known]>([:])
  /// The newest last.
  private let kept = Lock<[Kept]>([])

  public init() {}

  /// The page for a device that has everything of a view, if its digest is known.
  public func page(
    of given: GivenGrant, since sequence: UInt64, header: SpaceHeader, now: Int64
  ) -> PullPage? {
    guard let known = knownByView.withLock({ $0[given.view] }), known.epoch == header.epoch,
      known.sequence == header.lastSequence, known.sequence == sequence
    else { return nil }
    return PullPage(
      epoch: known.epoch, from: sequence, to: sequence, hasMore: false, now: now,
      digest: known.digest, view: given.view, cells: [])
  }

  public func note(_ page: PullPage) {
    guard !page.hasMore else { return }
    knownByView.withLock { known in
      if known.count >= Self.capacity { known.removeAll() }
      known[page.view] = Known(epoch: page.epoch, sequence: page.to, digest: page.digest)
    }
  }

  /// The view of what came after a number. For a page that follows another of the same state it is the same one, which ends
  /// no later than one that begins here.
  public func view<Failure: Error>(
    of given: GivenGrant, since sequence: UInt64, header: SpaceHeader,
    find: () throws(Failure) -> GrantedView
  ) throws(Failure) -> GrantedView {
    let known = kept.withLock { kept in
      kept.last {
        $0.start < sequence && sequence < $0.view.end && $0.given == given && $0.header == header
      }
    }
    if let known { return known.view }
    let view = try find()
    kept.withLock { kept in
      kept.removeAll { $0.given.view == given.view }
      if kept.count == Self.keptCount { kept.removeFirst() }
      kept.append(Kept(given: given, header: header, start: sequence, view: view))
    }
    return view
  }
}
