import Glibc
import Platform
import PostgresStorage
import Server

// The options for the location of the data and the address of the app, for every command that needs them.

extension Command.Option {
  static let data = Self(
    name: "data", placeholder: "DIR",
    summary: "Folder for the data\n[$XDG_DATA_HOME/woodshed or ~/.local/share/woodshed]")

  static let database = Self(
    name: "database", placeholder: "URL",
    summary:
      "PostgreSQL database for the data, such as postgres://user@host/name\n[a file in the data folder]"
  )
}

extension Arguments {
  /// May contain a password, so it is never shown.
  var databaseURL: String? {
    get throws(CommandError) {
      guard let url = self["database"] else { return nil }
      guard Connection.isAddress(url) else {
        throw .wrongUsage("--database takes an address such as postgres://user@host/name.")
      }
      return url
    }
  }

  var origin: Origin? {
    get throws(CommandError) {
      guard let text = self["origin"] else { return nil }
      guard let origin = Origin(text) else {
        throw .wrongUsage(
          "--origin takes an address such as https://woodshed.example, not `\(text)`.")
      }
      return origin
    }
  }
}

extension Origin {
  /// The address for a browser.
  var address: String {
    switch self {
    case .loopback(let port): "http://localhost:\(port)"
    case .site(let scheme, let host): "\(scheme)://\(host)"
    }
  }
}

extension DataFolder {
  /// The folder at `path`, or the default one.
  ///
  /// Files created from now on are private to this user.
  static func chosen(_ path: String?) throws(CommandError) -> DataFolder {
    umask(0o077)
    do throws(OpenError) {
      if let path { return try DataFolder(path: path) }
      return try DataFolder(path: usualPath(environment: Environment.ofFolders))
    } catch {
      switch error {
      case .noHome:
        throw .failed("There is no home folder for the data. Choose a folder with --data.")
      case .notAFolder(let path):
        throw .failed("\(path) is not a folder. Choose another with --data.")
      case .notWritable(let path):
        throw .failed("The data folder \(path) cannot be written to. Choose another with --data.")
      case .notCreated(let path, let error):
        throw .failed(
          "The data folder \(path) cannot be created: \(error.message). Choose another with --data."
        )
      }
    }
  }
}

/// The environment variables that say where folders are.
enum Environment {
  static var ofFolders: [String: String] {
    let names = ["HOME", "XDG_DATA_HOME"]
    let values = names.compactMap { name in
      unsafe getenv(name).map { (name, unsafe String(cString: $0)) }
    }
    return Dictionary(uniqueKeysWithValues: values)
  }
}
