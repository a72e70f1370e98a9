#!/usr/bin/env bash
# What a thousand connections that say nothing cost a server that may have 1,024 files open: first by the soft limit, which it
# raises, then by both, where fewer fit than want in.
#
#   Benchmarks/safe/connections.sh [COUNT]
#
# It counts the server's processor time for ten seconds, while one that is connected asks once a second.
set -euo pipefail
cd "$(dirname "$0")/../.."
count=${1:-1000}

measure() { # in a shell of its own, under the limits that are given
  shift $#
  source Benchmarks/served.sh
  python3 - "$port" "$server" "$count" <<'PYTHON'
import os
import socket
import sys
import time

port, server, count = map(int, sys.argv[1:])


def used():
    """The server's time at work, in the system and out of it."""
    with open(f"/proc/{server}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def sockets():
    """The connections that it has let in; two sockets it listens on."""
    folder = f"/proc/{server}/fd"
    return sum(os.readlink(f"{folder}/{name}").startswith("socket:") for name in os.listdir(folder)) - 2


def is_well(caller):
    caller.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
    return caller.recv(65_536).startswith(b"HTTP/1.1 200")


caller = socket.create_connection(("127.0.0.1", port), timeout=10)
is_well(caller)
idle = []
for _ in range(count):
    idle.append(socket.socket())
    idle[-1].setblocking(False)
    idle[-1].connect_ex(("127.0.0.1", port))
time.sleep(1)
began, before, answers = time.monotonic(), used(), 0
for _ in range(10):
    time.sleep(1)
    answers += is_well(caller)
share = (used() - before) / (time.monotonic() - began)
with open(f"/proc/{server}/limits") as file:
    limit = next(line.split()[3] for line in file if line.startswith("Max open files"))
print(f"{limit} files, {sockets()} connections of {count + 1}: {share:.1%} of a core; {answers} of 10 requests were answered")
PYTHON
}

(ulimit -Sn 1024; measure)
(ulimit -n 1024; measure)
