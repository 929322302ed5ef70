# shellcheck shell=bash
# Sourced by .ci/run after engines.sh, which knows how to install packages: programs that read what @kalends/formats writes, for the tests in
# packages/formats/test/oracles.

oracle_packages=(
  gcc libc6-dev libical-dev                                   # libical
  php-cli php-mbstring php-sabre-vobject                      # sabre/vobject
  python3-icalendar python3-vobject python3-feedparser        # readers in Python
  vdirsyncer khal calcurse                                    # calendar programs
)

install_oracles() {
  dpkg-query --show "${oracle_packages[@]}" >/dev/null 2>&1 || install_package "${oracle_packages[@]}"
}
