import Glibc

exit(Woodshed.run(Array(CommandLine.arguments.dropFirst())).rawValue)
