// Prints what the vectors find natively, for Tests/Wasm/run.mjs to compare.
// `vectors pairs 20000 7` checks as many random pairs of pages instead, from that seed. `vectors light 100` plays a log of Light
// as many times, and prints the states that came of it.

import Glibc
import RoomVectors
import Vectors

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "pairs", let count = Int(arguments[2]),
  let seed = UInt64(arguments[3])
{
  let evidence = Vector.patches(pairs: count, seed: seed).run()
  for failure in evidence.failures { print("FAILED \(failure)") }
  print("\(count) random pairs of pages from seed \(seed): \(evidence.failures.count) failures")
  exit(evidence.failures.isEmpty ? 0 : 1)
}
if arguments.count == 3, arguments[1] == "light", let runs = Int(arguments[2]) {
  print(LightLog.states(runs: runs))
  exit(0)
}
exit(VectorReport.write(Vector.all()) { print($0) })
