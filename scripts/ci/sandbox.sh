# shellcheck shell=bash
# Sourced after engines.sh: makes MySQL answer, which Debian 12 does not have and Debian's unstable suite has. Packages of that suite need a
# newer C library, so they live in a folder of their own, a whole Debian without a kernel, and their programs run in it by chroot.
#   mysql      mysql://root@127.0.0.1:3399/test         (empty password)
# A server that answers is used as it is. The folder is kept between runs.

sandbox=/var/cache/kalends-sid
mysql_packages=(mysql-server-core mysql-client-core)

start_mysql() {
  mysql_answers && return 0
  make_sandbox "${mysql_packages[@]}" || return 1
  in_sandbox id mysql >/dev/null 2>&1 || in_sandbox useradd --system mysql || return 1
  # Each start has new data. MySQL does not start without the folder mysql-files, although no statement needs it.
  new_folders mysql /run/mysqld /var/lib/mysql-files /var/lib/mysql-test || return 1
  local options=(--no-defaults --user=mysql --datadir=/var/lib/mysql-test --log-error=/run/mysqld/log) log=$sandbox/run/mysqld/log
  # No test needs the data after a crash, so commits need not wait for the disk.
  if ! { in_sandbox mysqld "${options[@]}" --initialize-insecure &&
    in_sandbox mysqld "${options[@]}" --daemonize --socket=/run/mysqld/socket --pid-file=/run/mysqld/pid --port=3399 \
      --bind-address=127.0.0.1 --mysqlx=OFF --skip-log-bin --innodb-flush-log-at-trx-commit=0 --max-connections=500; }; then
    echo 'MySQL does not start.' >&2
    tail -n 20 "$log" >&2
    return 1
  fi
  wait_for 10 mysql_answers || { echo 'MySQL runs, but root cannot create the database test at 127.0.0.1:3399 without a password.' >&2; return 1; }
}

# The client is that of MariaDB, which engines.sh has installed.
mysql_answers() {
  mariadb --no-defaults --host=127.0.0.1 --port=3399 --user=root \
    --execute='create database if not exists test character set utf8mb4 collate utf8mb4_bin' >/dev/null 2>&1
}

in_sandbox() { # command...
  chroot "$sandbox" env --ignore-environment PATH=/usr/sbin:/usr/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

new_folders() { # owner, folders in the sandbox...
  local owner=$1 folder
  shift
  for folder in "$@"; do
    rm --recursive --force "${sandbox:?}$folder" && in_sandbox install --directory --owner="$owner" --mode=700 "$folder" || return 1
  done
}

# A folder that is only half made is made anew: debootstrap removes its own folder in it at the end, and dpkg knows which files a package has.
make_sandbox() { # packages...
  has_in_sandbox "$@" && return 0
  if [ -e "$sandbox/debootstrap" ] || ! in_sandbox apt-get --version >/dev/null 2>&1; then new_sandbox || return 1; fi
  install_in_sandbox "$@" && has_in_sandbox "$@" && return 0
  new_sandbox && install_in_sandbox "$@" && has_in_sandbox "$@"
}

has_in_sandbox() { # packages...
  local statuses
  # shellcheck disable=SC2016 # dpkg-query expands it
  statuses=$(in_sandbox dpkg-query --show --showformat='${db:Status-Status}\n' "$@" 2>/dev/null) || return 1
  ! grep --quiet --line-regexp --invert-match installed <<<"$statuses" && [ -z "$(in_sandbox dpkg --verify "$@")" ]
}

new_sandbox() {
  local mirror log=$sandbox.log
  command -v debootstrap >/dev/null || install_package debootstrap || return 1
  # Somebody may have mounted it. No other file system is emptied.
  umount "$sandbox/proc" 2>/dev/null
  rm --recursive --force --one-file-system "$sandbox" || return 1
  mirror=$(sed --quiet 's/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources | head -n 1)
  debootstrap --variant=minbase sid "$sandbox" "${mirror:-http://deb.debian.org/debian}" >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; return 1; }
  # The machine's own settings for downloads; no package may start a server.
  cp --recursive /etc/apt/apt.conf.d/. "$sandbox/etc/apt/apt.conf.d/" && cp /etc/resolv.conf "$sandbox/etc/resolv.conf" &&
    install /dev/stdin "$sandbox/usr/sbin/policy-rc.d" <<<$'#!/bin/sh\nexit 101'
}

install_in_sandbox() { # packages...
  # Scripts of some packages read it; where it cannot be mounted, MySQL does without.
  mountpoint --quiet "$sandbox/proc" || mount --bind /proc "$sandbox/proc" 2>/dev/null
  in_sandbox dpkg --configure --pending >/dev/null 2>&1
  if ! { in_sandbox apt-get update -qq && in_sandbox apt-get install -qq --yes --no-install-recommends "$@"; } >"$sandbox.log" 2>&1; then
    tail -n 20 "$sandbox.log" >&2
    return 1
  fi
}
