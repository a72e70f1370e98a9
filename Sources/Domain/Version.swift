/// The version of Woodshed.
public enum Version {
  /// The version that the app, the server and the command line all show.
  public static let text = "0.1.0"
}
