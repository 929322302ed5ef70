# shellcheck shell=bash
# Sourced by .ci/run after engines.sh, which knows how to install a package: the program that gives the tests another date.

install_faketime() {
  command -v faketime >/dev/null || install_package faketime || return 1
  faketime --version
}
