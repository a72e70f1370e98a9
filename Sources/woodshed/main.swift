import Commands
import Glibc

// Exceeding the limit on file sizes is reported as an error and does not end the program.
signal(SIGXFSZ, SIG_IGN)
exit(Woodshed.run(Array(CommandLine.arguments.dropFirst())))
