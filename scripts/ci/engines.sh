# shellcheck shell=bash
# Sourced by .ci/run: makes the database servers answer that the tests will use, on a Debian 12 machine and as root.
#   postgres   postgres://postgres@127.0.0.1:5432/test   (trust)
#   mariadb    mysql://root@127.0.0.1:3306/test         (empty password)
# A server that answers is used as it is. One that is installed but stopped is started. Only one that was installed here
# and now is configured, also not to wait for its disk, as no test needs the data after a crash: the settings of a server that somebody else
# set up are left alone.

start_engines() { # the value of KALENDS_ENGINES
  local failed=0
  case ",$1," in *,postgres,*) start_postgres || failed=1 ;; esac
  case ",$1," in *,mariadb,*) start_mariadb || failed=1 ;; esac
  # sandbox.sh starts MySQL, while other packages are installed.
  case ",$1," in *,mysql,*) command -v debootstrap >/dev/null || install_package debootstrap || failed=1 ;; esac
  return "$failed"
}

start_postgres() {
  postgres_answers && return 0
  local fresh=0 version
  if ! command -v pg_ctlcluster >/dev/null; then
    install_package postgresql || return 1
    fresh=1
  fi
  if ! pg_isready --quiet --host=127.0.0.1 --port=5432; then
    version=$(find /etc/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' | sort --version-sort | tail -n 1)
    pg_ctlcluster --skip-systemctl-redirect "$version" main start
    wait_for 30 pg_isready --quiet --host=127.0.0.1 --port=5432 || { echo 'PostgreSQL does not start.' >&2; return 1; }
  fi
  if [ "$fresh" = 1 ]; then
    local rules
    rules=$(runuser -u postgres -- psql -XAtqc 'show hba_file') || return 1
    printf 'local all all trust\nhost all all 127.0.0.1/32 trust\n' >"$rules" || return 1
    runuser -u postgres -- psql -XAtq --set=ON_ERROR_STOP=1 --output=/dev/null <<'SQL' || return 1
alter system set fsync = off;
alter system set full_page_writes = off;
select pg_reload_conf();
create database test encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8' template template0;
SQL
  fi
  wait_for 10 postgres_answers || { echo 'PostgreSQL runs, but the user postgres cannot use the database test at 127.0.0.1:5432 without a password.' >&2; return 1; }
}

start_mariadb() {
  mariadb_answers && return 0
  local fresh=0
  if [ ! -x /usr/sbin/mariadbd ]; then
    install_package mariadb-server || return 1
    fresh=1
  fi
  if ! mariadb-admin --silent ping >/dev/null 2>&1; then
    install --directory --owner=mysql --group=mysql /run/mysqld
    start-stop-daemon --start --oknodo --background --exec /usr/sbin/mariadbd -- --user=mysql
    wait_for 60 mariadb-admin --silent ping || { echo 'MariaDB does not start.' >&2; return 1; }
  fi
  if [ "$fresh" = 1 ]; then
    mariadb --user=root <<'SQL' || return 1
alter user root@localhost identified via mysql_native_password using password('');
create user if not exists root@127.0.0.1;
grant all privileges on *.* to root@127.0.0.1 with grant option;
create database if not exists test character set utf8mb4 collate utf8mb4_bin;
set global innodb_flush_log_at_trx_commit = 0;
SQL
  fi
  wait_for 10 mariadb_answers || { echo 'MariaDB runs, but root cannot use the database test at 127.0.0.1:3306 without a password.' >&2; return 1; }
}

postgres_answers() { psql --no-password --host=127.0.0.1 --username=postgres --dbname=test --command='select 1' >/dev/null 2>&1; }
mariadb_answers() { mariadb --host=127.0.0.1 --user=root --database=test --execute='select 1' >/dev/null 2>&1; }

install_package() { # names...
  command -v apt-get >/dev/null || { echo "Install $*: this machine has no apt-get." >&2; return 1; }
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends "$@" >/dev/null
}

wait_for() { # seconds, command...
  local left=$1
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$left" -gt 0 ] || return 1
    left=$((left - 1))
    sleep 1
  done
}
