public import Ledger
import Platform

/// What views were last found to add up to, so that whoever has everything is told so without a look at all
/// cells.
public final class ViewDigests: Sendable {
  private struct Known: Sendable {
    let epoch: Epoch
    let sequence: UInt64
    let digest: UInt64
  }

  private static let capacity = 4_096

  private let knownByView = Lock<[UInt64: Known]>([:])

  public init() {}

  /// The page for whoever has all that a view shows of a space, where its digest is known.
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
