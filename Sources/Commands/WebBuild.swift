import Glibc
import HTTP
import Platform
import Server

/// Finds and loads the web build that `make build` put next to the program.
enum WebBuild {
  static func load(at path: String?, shared: Headers) throws(CommandError) -> StaticSite {
    let folder = if let path { Folder(path) } else { try beside(program: programPath) }
    do throws(StaticSite.LoadError) {
      return try StaticSite(folder, shared: shared)
    } catch {
      switch error {
      case .noSuchFolder(let path):
        throw .failed("There is no folder \(path). Run `make build` or pass --web.")
      case .noIndex(let path):
        throw .failed("\(path) is not a web build: it has no index.html. Run `make build`.")
      case .unreadable(let path, let error):
        throw .failed("The web build in \(path) cannot be read: \(error.message).")
      }
    }
  }

  /// `web` in the program's own folder or its parent.
  private static func beside(program: String) throws(CommandError) -> Folder {
    let folder = program.split(separator: "/").dropLast()
    for place in [folder, folder.dropLast()] {
      let web = Folder("/" + (place + ["web"]).joined(separator: "/"))
      if web.exists { return web }
    }
    throw .failed("No web build found next to \(program). Run `make build` or pass --web.")
  }

  private static var programPath: String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
