import Platform
import Storage

/// How often publications were read since that was last kept: counted in memory, so that nobody who reads waits for a
/// writer.
final class ReadCounts: Sendable {
  private let counts = Lock<[PublicationID: Int64]>([:])

  func count(_ id: PublicationID) {
    counts.withLock { $0[id, default: 0] += 1 }
  }

  /// What is not kept yet.
  subscript(id: PublicationID) -> Int64 { counts.withLock { $0[id] ?? 0 } }

  /// Keeps them; what could not be kept is counted on.
  func keep(in store: any PublicationStore) throws(StorageError) {
    let reads = counts.withLock { counts in
      defer { counts = [:] }
      return counts
    }
    guard !reads.isEmpty else { return }
    do throws(StorageError) {
      try store.add(reads: reads)
    } catch {
      counts.withLock { $0.merge(reads) { $0 + $1 } }
      throw error
    }
  }
}
