import Markup
import Program
import Rooms
public import Vectors

extension Vector {
  /// Every vector.
  public static func all() -> [Vector] { ofLibraries() + ofRooms() }

  /// By its interface alone: otherwise each program that runs it would compile it again.
  @export(interface)
  public static func ofRooms() -> [Vector] {
    [
      Vector("Every place can be opened by its address") { evidence in
        for route in Route.known {
          evidence.expect(Route(path: route.path) == route, route.path)
          evidence.expect(Route(path: route.path + "/?a=b#c") == route, route.path)
          evidence.note(route.path)
        }
        evidence.expect(Route(path: "/").path == "/journal", "/")
        evidence.expect(Route(path: "") == .unknown(""), "nothing")
        evidence.expect(Route(path: "/Reeds") == .unknown("/Reeds"), "/Reeds")
      },
      Vector("Every page is the same text in every compilation") { evidence in
        for route in Route.known + [.unknown("/nowhere")] {
          let (state, _) = TrialShell.start(Launch(path: route.path, build: "a build"))
          let html = HTML.text(of: Shell.view(state))
          evidence.note(html)
          evidence.expect(html.utf8.count > 1_000, "\(route.path) shows something")
        }
      },
    ]
  }
}
