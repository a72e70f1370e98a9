// Builds the web app: build-web <Web folder> <output folder> <name>=<file.wasm> …

import Glibc
import Platform

let arguments = CommandLine.arguments
let programs = arguments.dropFirst(3).map {
  $0.split(separator: "=", maxSplits: 1).map(String.init)
}
guard !programs.isEmpty, programs.allSatisfy({ $0.count == 2 }) else {
  print("usage: build-web <Web folder> <output folder> <name>=<file.wasm> …")
  exit(2)
}
do throws(SystemError) {
  var sources = try WebSources(Folder(arguments[1]))
  for program in programs { try sources.add(program[1], as: program[0] + ".wasm") }
  let site = WebSite(sources)
  let output = Folder(arguments[2])
  for (path, bytes) in site.files.sorted(by: { $0.key < $1.key }) {
    try output.write(bytes, to: path)
  }
} catch {
  print("build-web: \(error.message)")
  exit(1)
}
