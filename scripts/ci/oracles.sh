# shellcheck shell=bash
# Sourced by .ci/run after engines.sh, because it calls install_package. It installs the programs that read what @kalends/formats writes:
# readers for the tests in packages/formats/test/oracles, and calendar programs for examples/server/test/calendar-programs.deep.test.ts.

oracle_packages=(
  gcc libc6-dev libical-dev                                   # libical
  php-cli php-mbstring php-sabre-vobject                      # sabre/vobject
  python3-icalendar python3-vobject python3-feedparser        # readers in Python
  vdirsyncer khal calcurse                                    # calendar programs
)

install_oracles() {
  are_oracles_installed || install_package "${oracle_packages[@]}"
}

# dpkg still knows a package that was removed but not purged, so the status decides.
are_oracles_installed() {
  local statuses
  # shellcheck disable=SC2016 # dpkg-query expands it
  statuses=$(dpkg-query --show --showformat='${db:Status-Status}\n' "${oracle_packages[@]}" 2>/dev/null) || return 1
  ! grep --quiet --line-regexp --invert-match installed <<<"$statuses"
}
