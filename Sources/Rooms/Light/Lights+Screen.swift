public import Light
public import Markup
import Program
import RoomKit

// The second screen: it shows what is played in another window, drawn at its own size and fitted to the surface that it is
// projected on. The fit belongs to the device and its projector, so it is stored there.
extension Lights {
  /// The state of the second screen.
  struct ScreenDesk: Sendable {
    var fit = ScreenFit()
    /// Whether the corners can be dragged.
    var isPulling = false
    /// The corner being dragged.
    var held: Int?

    static let key = "woodshed.light.screen"
  }

  public enum ScreenMessage: Sendable {
    case kept(String?)
    case shaped(ScreenFit.Shape)
    case mirrored
    case pullingTapped
    case grabbed(Int)
    case pulled(x: Double, y: Double)
    case letGo
    case nudged(Int, x: Double, y: Double)
    case reset
  }

  static func update(_ desk: inout ScreenDesk, _ message: ScreenMessage) -> [Effect<Message>] {
    switch message {
    case .kept(let text):
      guard let text else { return [] }
      desk.fit = ScreenFit(StageMessage(text))
      return [tell(.fit(desk.fit))]
    case .pullingTapped:
      desk.isPulling.toggle()
      return []
    case .grabbed(let corner):
      desk.held = corner
      return []
    case .pulled(let x, let y):
      guard let held = desk.held, desk.fit.pull(held, to: ScreenFit.Place(x, y)) else { return [] }
      return [tell(.fit(desk.fit))]
    case .letGo:
      guard desk.held != nil else { return [] }
      desk.held = nil
    case .shaped(let shape): desk.fit.shape = shape
    case .mirrored: desk.fit.isMirrored.toggle()
    case .nudged(let corner, let x, let y):
      let place = desk.fit.corners[corner]
      desk.fit.pull(corner, to: ScreenFit.Place(place.x + x, place.y + y))
    case .reset: desk.fit = ScreenFit()
    }
    let order = StageOrder.fit(desk.fit)
    return [tell(order), .save(order.message.text, under: ScreenDesk.key)]
  }

  // MARK: - View

  @export(interface)
  public static func screen(_ state: State) -> Node<Message> {
    let desk = state.screenDesk
    let look = desk.isPulling ? " pulling" : state.screen == .bare ? " bare" : ""
    return article(
      .className("light-room light-screen full" + look),
      .onPointerMove { _ in .touched }, .onPointerDown { _ in .touched }
    ) {
      h1(.id("heading"), .tabIndex(-1), .className("light-screen-name")) { "Second screen" }
      div(.className("light-stage")) {
        canvas(
          .className("light-canvas"), .plain("data-stage", "follows"), .role("img"),
          .label("The picture played in the other window")
        ) {}.keyed(.number(state.attempts))
        failure(state)
      }
      if desk.isPulling { corners(desk) }
      div(.className("light-controls light-fit"), .role("group"), .label("Fit the picture")) {
        if desk.isPulling {
          p(.className("small")) {
            "Drag each corner into place, or use the arrow keys (with Shift for bigger steps)."
          }
        }
        div(.className("row wrap")) { controls(state) }
      }
    }
  }

  @NodeBuilder<Message>
  private static func controls(_ state: State) -> [Node<Message>] {
    let (desk, fit) = (state.screenDesk, state.screenDesk.fit)
    if state.stage == .open(isPlain: true) {
      p(.className("small")) {
        "This browser has no WebGL2, so the picture always fills the window."
      }
    } else {
      chip("Fill the screen", isOn: fit.shape == .screen, .screen(.shaped(.screen)))
      chip("16:9", isOn: fit.shape == .wide, .screen(.shaped(.wide)))
      chip("4:3", isOn: fit.shape == .classic, .screen(.shaped(.classic)))
      chip("Mirror", isOn: fit.isMirrored, .screen(.mirrored))
      chip("Corners", isOn: desk.isPulling, .screen(.pullingTapped))
      if fit != ScreenFit() { action("Reset", style: .quiet, .screen(.reset)) }
    }
    iconButton(
      .full, label: state.isFull ? "Exit full screen" : "Full screen", .fullTapped)
  }

  private static let cornerNames = [
    "Upper left corner", "Upper right corner", "Lower right corner", "Lower left corner",
  ]

  /// The corners are in a box of the picture's shape, which also receives drags beyond its edges.
  private static func corners(_ desk: ScreenDesk) -> Node<Message> {
    div(
      .className(desk.fit.shape == .screen ? "light-corners" : "light-corners shaped"),
      .style("--shape", StageMessage.text(desk.fit.shape.aspect ?? 1)),
      .onPointerMove { pointer in
        desk.held == nil
          ? nil
          : .screen(.pulled(x: pointer.x / pointer.width, y: pointer.y / pointer.height))
      }, .onPointerUp { _ in .screen(.letGo) }, .onPointerCancel(.screen(.letGo))
    ) {
      for corner in desk.fit.corners.indices {
        button(
          .type("button"), .className("light-corner"), .label(cornerNames[corner]),
          .style("left", percent(desk.fit.corners[corner].x)),
          .style("top", percent(desk.fit.corners[corner].y)),
          .onPointerDown { _ in .screen(.grabbed(corner)) },
          .onKeyDown { nudge(corner, $0) }
        ) {}.keyed(.number(UInt64(corner)))
      }
    }
  }

  private static func percent(_ part: Double) -> String { StageMessage.text(part * 100) + "%" }

  private static func nudge(_ corner: Int, _ press: KeyPress) -> Message? {
    let way = press.shift ? 0.02 : 0.001
    let (x, y): (Double, Double) =
      switch press.key {
      case "ArrowLeft": (-way, 0)
      case "ArrowRight": (way, 0)
      case "ArrowUp": (0, -way)
      case "ArrowDown": (0, way)
      default: (0, 0)
      }
    return x == 0 && y == 0 ? nil : .screen(.nudged(corner, x: x, y: y))
  }
}
