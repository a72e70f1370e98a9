// Puts the web build together: build-web <Web folder> <program.wasm> <output folder>

import Glibc
import Platform

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  print("usage: build-web <Web folder> <program.wasm> <output folder>")
  exit(2)
}
do throws(SystemError) {
  let site = WebSite(try WebSources(Folder(arguments[1]), program: arguments[2]))
  let output = Folder(arguments[3])
  for (path, bytes) in site.files.sorted(by: { $0.key < $1.key }) {
    try output.write(bytes, to: path)
  }
} catch {
  print("build-web: \(error.message)")
  exit(1)
}
