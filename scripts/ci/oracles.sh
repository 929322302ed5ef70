# shellcheck shell=bash
# Sourced by .ci/run after engines.sh, because it calls install_package. It installs the programs that read what @kalends/formats writes:
# readers for the tests in packages/formats/test/oracles, and calendar programs for examples/server/test/calendar-programs.deep.test.ts.
# The source package of libical has the files of its tests, which packages/import/test/foreign-files.ts reads; the folder is kept between runs.

oracle_packages=(
  gcc libc6-dev libical-dev                                   # libical
  php-cli php-mbstring php-sabre-vobject                      # sabre/vobject
  python3-icalendar python3-vobject python3-feedparser        # readers in Python
  vdirsyncer khal calcurse                                    # calendar programs
)

libical_files=/var/cache/kalends-libical

install_oracles() {
  are_oracles_installed || install_package "${oracle_packages[@]}" || return 1
  [ -e "$libical_files/test-data" ] || download_libical_files
}

# A list of sources of its own, because the machine's lists lack the source packages.
download_libical_files() {
  local scratch options
  scratch=$(mktemp -d) && mkdir --parents "$scratch/lists/partial" || return 1
  sed 's/^Types: .*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$scratch/debian.sources" || return 1
  options=(-qq -o "Dir::Etc::SourceList=$scratch/debian.sources" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$scratch/lists")
  options+=(-o Dir::Cache::PkgCache= -o Dir::Cache::SrcPkgCache= -o APT::Sandbox::User=root)
  (cd "$scratch" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only --tar-only libical3) >"$scratch/log" 2>&1 &&
    mkdir --parents "$scratch/files" &&
    tar --extract --gzip --file "$(find "$scratch" -maxdepth 1 -name '*.orig.tar.gz')" --directory "$scratch/files" --strip-components=1 \
      --wildcards '*/test-data/*.ics' '*/src/test/*.ics' &&
    rm --recursive --force "$libical_files" && mv "$scratch/files" "$libical_files" ||
    { tail -n 20 "$scratch/log" >&2; return 1; }
  rm --recursive --force "$scratch"
}

# dpkg still knows a package that was removed but not purged, so the status decides.
are_oracles_installed() {
  local statuses
  # shellcheck disable=SC2016 # dpkg-query expands it
  statuses=$(dpkg-query --show --showformat='${db:Status-Status}\n' "${oracle_packages[@]}" 2>/dev/null) || return 1
  ! grep --quiet --line-regexp --invert-match installed <<<"$statuses"
}
