public import Ledger
public import Markup

extension RowID {
  /// Identifies a row's node among its siblings.
  public var key: Key { .wide(bits.high, bits.low) }
}
