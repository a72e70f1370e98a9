// Prints the vectors' outcome natively, for Tests/Wasm/run.mjs to compare.

import Glibc
import Vectors

exit(VectorReport.write { print($0) })
