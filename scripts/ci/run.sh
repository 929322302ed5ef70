#!/usr/bin/env bash
# Checks everything that a change can break, in a fresh clone and from nothing but a system Node with npm.
# All steps run, whichever of them fail; the last line says `N passed, N failed` (a failed step counts as one failure).
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
exec </dev/null 2>&1 # one stream, so that the closing line is the last of both
export CI=true NO_COLOR=1
# Random cases are the same in each run: a failure is one of the change, not of the run. `pnpm run test:full` and `test:long` take other ones.
export KALENDS_SEED=60252824

# The engines that the tests must reach. One in this list that cannot be reached fails the run instead of being skipped.
export KALENDS_ENGINES=memory,node-sqlite,pglite,postgres,mariadb,mysql
# shellcheck source=scripts/ci/engines.sh
. scripts/ci/engines.sh
# shellcheck source=scripts/ci/sandbox.sh
. scripts/ci/sandbox.sh
# shellcheck source=scripts/ci/clusters.sh
. scripts/ci/clusters.sh
# The tests in a browser, too, fail without one instead of being skipped.
export KALENDS_BROWSER=required
# shellcheck source=scripts/ci/browser.sh
. scripts/ci/browser.sh
# The same for the programs that read what the formats write.
export KALENDS_ORACLES=required
# shellcheck source=scripts/ci/oracles.sh
. scripts/ci/oracles.sh
# shellcheck source=scripts/ci/faketime.sh
. scripts/ci/faketime.sh

scratch=$(mktemp -d)
clusters=$(mktemp -d)
trap 'jobs -p | xargs -r kill; stop_clusters; rm -rf "$scratch" "$clusters"' EXIT
failed_steps=$scratch/failed-steps # a line for each
failed_tests=$scratch/failed-tests # a line for each run of tests
touch "$failed_steps" "$failed_tests"
step() { # name, command...
  local name=$1 began=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  if "$@"; then
    printf '== %s: ok (%s s)\n' "$name" "$((SECONDS - began))"
  else
    echo "$name" >>"$failed_steps"
    printf '== %s: FAILED (%s s)\n' "$name" "$((SECONDS - began))"
  fi
}
tests() { # name, command of Vitest...; its report is counted at the end
  local name=$1 began=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@" --reporter=default --reporter=json --outputFile.json="$scratch/$name.json" || echo "$name" >>"$failed_tests"
  printf '== %s: %s s\n' "$name" "$((SECONDS - began))"
}

# Many steps use one of two cores, or wait for the network. Functions of steps run beside the others until `join`, which prints them.
beside_steps=()
beside() { # function
  "$1" >"$scratch/$1.log" &
  beside_steps+=("$! $1")
}
join() {
  local steps pid name
  for steps in "${beside_steps[@]}"; do
    read -r pid name <<<"$steps"
    wait "$pid" || echo 'steps beside others' >>"$failed_steps"
    cat "$scratch/$name.log"
  done
  beside_steps=()
}

# Node and pnpm come from npm in the versions of scripts/bootstrap.mjs, and stand in front of the system's for all steps but one.
system_path=$PATH
toolchain() {
  local bin
  # shellcheck disable=SC2016 # npx expands it, with the new PATH
  bin=$(npx --yes -p node@24.21.0 -p pnpm@12.21.0 -c 'dirname "$(command -v node)"') && [ -n "$bin" ] || return 1
  export PATH="$bin:$PATH"
  echo "Node $(node --version), pnpm $(pnpm --version)"
}

step toolchain toolchain

# A machine without database servers, and without the programs that the steps beside these install.
bare() { # command...
  KALENDS_ENGINES='' KALENDS_POSTGRES_URL=postgres://127.0.0.1:1/none KALENDS_MARIADB_URL=mysql://127.0.0.1:1/none \
    KALENDS_MYSQL_URL=mysql://127.0.0.1:1/none KALENDS_BROWSER='' KALENDS_ORACLES='' "$@"
}

sources() {
  step install pnpm install --frozen-lockfile
  step lint pnpm run lint
  step typecheck pnpm run typecheck
}
mysql_server() { step mysql start_mysql; }
step faketime install_faketime
beside sources
step engines start_engines "$KALENDS_ENGINES"
# Its packages come into a folder of their own, so that they do not wait for the next ones.
beside mysql_server
step clusters start_clusters "$clusters"
step browser install_browser
step oracles install_oracles
join

# The README's own command with the system's Node, as a newcomer runs it. It comes before the build: the packages import
# each other from source, and a dist folder would hide one that does not.
# Nothing may depend on the host's own time zone, drivers included: these tests run in one whose clocks change, and the steps behind them in
# that of the machine.
PATH=$system_path TZ=America/New_York tests tests npm test -- --mode full

# Without database servers every file still loads, and has a test or a skipped one. No test has that name, so none runs.
without_servers() {
  bare pnpm exec vitest run --project kysely --project fetch --mode full --testNamePattern 'no test has this name'
}

copies() {
  # A plain field takes 6 files, a list filter 5, a language 1; in a copy, and without the database servers.
  step 'fan-out' node scripts/fan-out.mjs
  step 'without servers' without_servers
}
beside copies
step tarballs npm run tarballs # the README's own command: it builds, then packs
# Whether everything can still be measured, in a small table: what the times are depends on the machine.
step benchmark pnpm bench --quick --size 1k --rounds 1 --seconds 0.1
# Fails on an export without a doc line, and on a link in one that leads nowhere. It reads the declarations of the build.
step 'api reference' pnpm run api-reference
join

# A test that depends on the date of today fails here, three years before it fails everywhere. It gives way to the checks beside it, which
# have time limits of databases.
clock() { bare tests clock nice -n 5 pnpm run test:clock; }

# The packages as they would be published, in frameworks that have to be built, and on runtimes other than Node.
mounts() {
  tests mounts pnpm run test:mounts
  clock
}
beside mounts
# The documentation as a site, in a browser, too. Its API reference was made above.
site() {
  step 'site' pnpm run site:pages
  tests site pnpm run test:site
}
beside site
# The same tarballs in an application that installs them.
tests packages pnpm run test:packages
# The suite of cases for stores, and the example of a worker, in the runtime of Cloudflare's workers.
tests workerd pnpm run test:workerd
# What newcomers do, with the packages of the next release from a registry on this machine.
step rehearsal npm run rehearse
join

printf '\n'
[ ! -s "$failed_steps" ] || printf 'Failed steps: %s\n' "$(paste --serial --delimiters=' ' "$failed_steps")"
node scripts/summary.mjs "$(wc -l <"$failed_steps")" "$(wc -l <"$failed_tests")" "$scratch"/{clock,tests,packages,mounts,workerd,site}.json
