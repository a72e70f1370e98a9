import Domain
public import Markup
import RoomKit

/// What Woodshed is, and which version this is.
public enum AboutPage {
  public static func view<Message>(build: String) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "Version \(Version.text)", "About Woodshed")
      div(.className("columns few")) {
        card("The practice room", id: "about-what") {
          p {
            "Woodshed is for people who make their own sound. It keeps reeds, practice, timed "
              + "scores, colours and training in one place, with or without a network."
          }
          p {
            "It works without an account. Your data is stored on this device and, with an account, "
              + "on your server; every page shows which."
          }
        }
        card("This copy", id: "about-copy") {
          dl(.className("facts")) {
            fact("Version", Version.text)
            fact("Build", build.isEmpty ? "unknown" : build)
            fact("Licence", "MIT")
          }
          div(.className("row wrap")) {
            a(.className("button"), .href("/about/data")) { "Your data" }
            a(.className("button"), .href("/about/sound")) { "Sound" }
            a(.className("button"), .href("/about/components")) { "Components" }
          }
        }
      }
    }
  }
}
