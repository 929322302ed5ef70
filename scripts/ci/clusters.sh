# shellcheck shell=bash
# Sourced by .ci/run, after engines.sh has installed the servers: makes databases of several servers, for the tests in
# packages/kysely/test/clusters. They live in one folder, on ports of their own, and end with stop_clusters.
#   KALENDS_REPLICA_URLS   a PostgreSQL server, and one that streams from it
#   KALENDS_GALERA_URLS    three MariaDB servers that are one Galera cluster

clusters_folder=''

start_clusters() { # an empty folder
  clusters_folder=$1
  chmod 755 "$clusters_folder" && start_replica && start_galera
}

stop_clusters() {
  local pid
  # Without a folder the pattern would find the servers of the machine.
  [ -n "$clusters_folder" ] || return 0
  for pid in "$clusters_folder"/*/*.pid; do
    [ ! -f "$pid" ] || kill -KILL "$(head -n 1 "$pid")" 2>/dev/null
  done
}

postgres_bin() { find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin | sort --version-sort | tail -n 1; }

start_replica() {
  local bin primary=$clusters_folder/primary replica=$clusters_folder/replica
  local settings='-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off'
  bin=$(postgres_bin)
  install --directory --owner=postgres --mode=700 "$primary" "$replica"
  as_postgres() { (cd / && runuser -u postgres -- "$@") >>"$clusters_folder/postgres.log" 2>&1; }
  if ! { as_postgres "$bin/initdb" --pgdata="$primary" --auth=trust --encoding=UTF8 --locale=C.UTF-8 &&
    as_postgres "$bin/pg_ctl" start --wait --pgdata="$primary" --log="$primary/log" --options="$settings -p 54331" &&
    as_postgres "$bin/pg_basebackup" --host=127.0.0.1 --port=54331 --pgdata="$replica" --write-recovery-conf --checkpoint=fast &&
    as_postgres "$bin/pg_ctl" start --wait --pgdata="$replica" --log="$replica/log" --options="$settings -p 54332"; }; then
    tail -n 20 "$clusters_folder/postgres.log" >&2
    return 1
  fi
  # pg_ctl writes postmaster.pid; its first line is the id.
  ln --force --symbolic postmaster.pid "$primary/server.pid" && ln --force --symbolic postmaster.pid "$replica/server.pid"
  export KALENDS_REPLICA_URLS=postgres://postgres@127.0.0.1:54331/postgres,postgres://postgres@127.0.0.1:54332/postgres
}

start_galera() {
  local node
  install --directory --owner=mysql "$clusters_folder/galera1" "$clusters_folder/galera2" "$clusters_folder/galera3"
  mariadb-install-db --user=mysql --datadir="$clusters_folder/galera1" --auth-root-authentication-method=normal --skip-test-db >/dev/null 2>&1 || return 1
  start_galera_node 1 --wsrep-new-cluster || return 1
  galera_query 1 'create database test character set utf8mb4 collate utf8mb4_bin' || return 1
  # One after the other: each takes a copy of all data from one that has it.
  for node in 2 3; do start_galera_node "$node" || return 1; done
  export KALENDS_GALERA_URLS=mysql://root@127.0.0.1:33071/test,mysql://root@127.0.0.1:33072/test,mysql://root@127.0.0.1:33073/test
}

galera_query() { mariadb --no-defaults --user=root --host=127.0.0.1 --port="3307$1" --execute="$2"; }

start_galera_node() { # 1 to 3, more options
  local node=$1 folder=$clusters_folder/galera$1
  shift
  /usr/sbin/mariadbd --no-defaults --user=mysql --datadir="$folder" --port="3307$node" --bind-address=127.0.0.1 \
    --socket="$folder/server.socket" --pid-file="$folder/server.pid" --innodb-buffer-pool-size=64M --innodb-flush-log-at-trx-commit=0 \
    --binlog-format=ROW --innodb-autoinc-lock-mode=2 --wsrep-on=ON --wsrep-provider=/usr/lib/galera/libgalera_smm.so \
    --wsrep-cluster-name=kalends --wsrep-cluster-address=gcomm://127.0.0.1:45671,127.0.0.1:45672,127.0.0.1:45673 \
    --wsrep-node-address=127.0.0.1 --wsrep-node-name="node$node" --wsrep-sst-method=rsync --wsrep-sst-receive-address="127.0.0.1:4569$node" \
    --wsrep-provider-options="gmcast.listen_addr=tcp://127.0.0.1:4567$node;ist.recv_addr=127.0.0.1:4568$node;gcache.size=16M" \
    "$@" >"$folder.log" 2>&1 &
  disown # else the shell would tell of its end, behind the closing line
  wait_for 60 galera_query "$node" 'select 1' || { tail -n 20 "$folder.log" >&2; return 1; }
}
