// Builds the web app: build-web <Web folder> <output folder> <name>[+<rest>]=<file.wasm> …
// With the name of a rest, a program is split into what a first visit runs and the rest.

import Glibc
import Platform

let arguments = CommandLine.arguments
let programs = arguments.dropFirst(3).map {
  $0.split(separator: "=", maxSplits: 1).map(String.init)
}
guard !programs.isEmpty, programs.allSatisfy({ $0.count == 2 }) else {
  print("usage: build-web <Web folder> <output folder> <name>[+<rest>]=<file.wasm> …")
  exit(2)
}
do throws(SystemError) {
  var sources = try WebSources(Folder(arguments[1]))
  for program in programs {
    let names = program[0].split(separator: "+", maxSplits: 1).map(String.init)
    guard try sources.add(program[1], as: names[0], rest: names.dropFirst().first) else {
      print("build-web: \(program[1]) cannot be split into what a first visit runs and the rest.")
      exit(1)
    }
  }
  let site = WebSite(sources)
  let output = Folder(arguments[2])
  for (path, bytes) in site.files.sorted(by: { $0.key < $1.key }) {
    try output.write(bytes, to: path)
  }
} catch {
  print("build-web: \(error.message)")
  exit(1)
}
