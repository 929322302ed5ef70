# shellcheck shell=bash
# Sourced by .ci/run after engines.sh. Debian 12 has no MySQL; Debian's unstable suite has. Its packages need a newer C library, so they are
# installed in a folder of their own, which is kept between runs, and run in it with chroot. Start from the root of the machine alone.
#   mysql      mysql://root@127.0.0.1:3399/test         (empty password)

sandbox=${KALENDS_SANDBOX:-/var/cache/kalends-sid}

start_mysql() {
  mysql_answers && return 0
  install_in_sandbox mysql-server-core mysql-client-core || return 1
  in_sandbox id mysql >/dev/null 2>&1 || in_sandbox useradd --system mysql || return 1
  # The server refuses to start without a folder for files, although no statement of the tests names one.
  in_sandbox install --directory --owner=mysql /run/mysqld /var/lib/mysql-files || return 1
  local data=/var/lib/mysql-test log=$sandbox/run/mysqld/log
  # The server creates its own tables as the last step, so that a folder without them is a half-made one.
  if [ ! -d "$sandbox$data/test" ]; then
    rm --recursive --force "${sandbox:?}$data" && in_sandbox install --directory --owner=mysql "$data" || return 1
    in_sandbox mysqld --no-defaults --initialize-insecure --user=mysql --datadir="$data" >"$log" 2>&1 || { tail -n 20 "$log" >&2; return 1; }
  fi
  # Commits need not wait for the disk, as no test needs the data after a crash.
  in_sandbox mysqld --no-defaults --user=mysql --datadir="$data" --socket=/run/mysqld/test.sock --pid-file=/run/mysqld/test.pid \
    --port=3399 --bind-address=127.0.0.1 --mysqlx=OFF --skip-log-bin --innodb-flush-log-at-trx-commit=0 --max-connections=500 \
    >"$log" 2>&1 &
  disown # else the shell would tell of its end, behind the closing line
  wait_for 60 in_mysql 'create database if not exists test character set utf8mb4 collate utf8mb4_bin' && mysql_answers ||
    { echo 'MySQL does not start.' >&2; tail -n 20 "$log" >&2; return 1; }
}

in_mysql() { in_sandbox mysql --no-defaults --user=root --socket=/run/mysqld/test.sock --execute="$1"; }
mysql_answers() { mariadb --no-defaults --host=127.0.0.1 --port=3399 --user=root --database=test --execute='select 1' >/dev/null 2>&1; }

in_sandbox() { chroot "$sandbox" env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
