import Glibc

// A limit on the size of files is an error to be told, and not the end of the program.
signal(SIGXFSZ, SIG_IGN)
exit(Woodshed.run(Array(CommandLine.arguments.dropFirst())).rawValue)
