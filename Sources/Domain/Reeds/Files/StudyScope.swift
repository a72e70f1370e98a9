/// The values of the member `scope` in files that are made for a study, and not for a player's own use.
public enum StudyScope {
  public static let player = "study"
  public static let withdrawal = "study-withdrawal"
  public static let collection = "study-collection"
  static let all = [player, withdrawal, collection]
}
