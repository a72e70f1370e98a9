/// Which Woodshed this is.
public enum Version {
  /// The version that the app, the server and the command line all show.
  public static let text = "0.1.0"
}
