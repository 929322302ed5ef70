#!/usr/bin/env bash
# The conformance suite on PostgreSQL 18 and MariaDB 11.8, as a part of the long lane: `pnpm run test:newer-engines`. Debian's unstable suite has
# both. They get a folder of their own beside that of MySQL, because the packages of MariaDB and MySQL exclude each other.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=scripts/ci/engines.sh
. scripts/ci/engines.sh
# shellcheck source=scripts/ci/sandbox.sh
. scripts/ci/sandbox.sh

if [ "$(id --user)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo 'Skipped: PostgreSQL 18 and MariaDB 11.8 come from packages of Debian, which only root can install.'
  exit 0
fi

sandbox=/var/cache/kalends-sid-newer
make_sandbox postgresql-18 mariadb-server || exit 1

stop_newer() {
  local file pid
  for file in "$sandbox"/run/newer/postgres/postmaster.pid "$sandbox"/run/newer/mariadb/pid; do
    # Another process may have the number of a server that is gone.
    if [ -f "$file" ] && pid=$(head -n 1 "$file") && [ "$(readlink "/proc/$pid/root")" = "$sandbox" ]; then kill -KILL "$pid"; fi
  done
}
stop_newer # of a run that was killed
trap stop_newer EXIT

start_postgres_18() {
  local bin=/usr/lib/postgresql/18/bin data=/run/newer/postgres
  as_postgres() { in_sandbox runuser --user=postgres -- "$@"; }
  new_folders postgres "$data"
  as_postgres "$bin/initdb" --pgdata="$data" --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null &&
    # There is no /dev/shm in the folder.
    as_postgres "$bin/pg_ctl" start --wait --pgdata="$data" --log="$data/log" \
      --options='-p 5418 -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c dynamic_shared_memory_type=mmap' >/dev/null &&
    as_postgres psql --host=127.0.0.1 --port=5418 --quiet --command='create database test'
}

start_mariadb_11() {
  local data=/run/newer/mariadb
  new_folders mysql "$data"
  in_sandbox mariadb-install-db --user=mysql --datadir="$data" --auth-root-authentication-method=normal --skip-test-db >/dev/null || return 1
  in_sandbox mariadbd --no-defaults --user=mysql --datadir="$data" --socket="$data/socket" --pid-file="$data/pid" --port=3318 \
    --bind-address=127.0.0.1 --innodb-flush-log-at-trx-commit=0 --max-connections=500 >"$sandbox$data.log" 2>&1 &
  wait_for 60 in_sandbox mariadb --no-defaults --socket="$data/socket" \
    --execute='create database if not exists test character set utf8mb4 collate utf8mb4_bin' || { tail -n 20 "$sandbox$data.log" >&2; return 1; }
}

in_sandbox install --directory /run/newer
start_postgres_18 && start_mariadb_11 || exit 1
export KALENDS_POSTGRES_URL=postgres://postgres@127.0.0.1:5418/test KALENDS_MARIADB_URL=mysql://root@127.0.0.1:3318/test
KALENDS_ENGINES=postgres,mariadb pnpm exec vitest run --project kysely --mode long conformance/postgres conformance/mariadb
