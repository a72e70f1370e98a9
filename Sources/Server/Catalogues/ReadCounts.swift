import Platform
import Storage

/// Counts how often publications were read since the counts were last saved; in memory, so that readers do not wait for
/// a writer.
final class ReadCounts: Sendable {
  private let counts = Lock<[PublicationID: Int64]>([:])

  func count(_ id: PublicationID) {
    counts.withLock { $0[id, default: 0] += 1 }
  }

  /// The count that is not saved yet.
  subscript(id: PublicationID) -> Int64 { counts.withLock { $0[id] ?? 0 } }

  /// Saves the counts; if that fails, they are kept for the next time.
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
