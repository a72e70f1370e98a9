public import Ledger
public import Markup

extension RowID {
  /// What tells a row's part of a page from its siblings.
  public var key: Key { .wide(bits.high, bits.low) }
}
