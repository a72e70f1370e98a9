import Glibc

/// The terminal from which the program was started, if any.
public enum Terminal {
  /// Whether standard input is typed by a person.
  public static var isInput: Bool { isatty(0) == 1 }
}
