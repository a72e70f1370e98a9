extension String {
  /// Whether the text ends with the bytes of another one.
  ///
  /// `hasSuffix` and `hasPrefix` compare characters; the code and tables for that are larger than a page.
  public func endsWithBytes(of ending: String) -> Bool {
    let (all, part) = (utf8, ending.utf8)
    return all.count >= part.count && all.suffix(part.count).elementsEqual(part)
  }
}
