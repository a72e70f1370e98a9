public import Ledger
import Platform

/// Caches the digests of views, so that a device that has everything gets its answer without reading all cells.
public final class ViewDigests: Sendable {
  private struct Known: Sendable {
    let epoch: Epoch
    let sequence: UInt64
    let digest: UInt64
  }

  private static let capacity = 4_096

  private let knownByView = Lock<[UInt64: Known]>([:])

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
}
