# A PostgreSQL for a benchmark, to be sourced. It listens on a socket in its folder alone.

# Sets `postgres`, the folder of its programs.
find_postgres() {
  postgres=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
  [ -x "${postgres:-}/postgres" ] || { echo "bench: PostgreSQL is missing; run Tools/install.sh test" >&2; exit 1; }
}

# Starts one in a folder that is there and empty, and waits until it answers; sets `postgres_pid`.
start_postgres() { # folder
  local folder=$1 as=()
  # PostgreSQL refuses to run as root.
  if [ "$(id -u)" -eq 0 ]; then
    chown postgres "$folder"
    chmod 755 "$(dirname "$folder")"
    as=(setpriv --reuid=postgres --regid="$(id -g postgres)" --clear-groups)
  fi
  (cd "$folder" && "${as[@]}" "$postgres/initdb" -D "$folder/data" -U woodshed -A trust --no-locale -E UTF8 >/dev/null)
  (cd "$folder" && exec "${as[@]}" "$postgres/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= \
    -c shared_buffers=256MB -c max_wal_size=4GB 2>/dev/null) &
  postgres_pid=$!
  for _ in $(seq 100); do "$postgres/pg_isready" -q -h "$folder" && break; sleep 0.1; done
}
