import Glibc

/// The terminal that the program was called from, if it was.
public enum Terminal {
  /// Whether standard input is typed by a person.
  public static var isInput: Bool { isatty(0) == 1 }
}
