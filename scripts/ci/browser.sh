# shellcheck shell=bash
# Sourced by .ci/run after engines.sh, which knows how to install a package: the browser that the tests of examples/town open.

install_browser() {
  command -v chromium >/dev/null || install_package chromium || return 1
  chromium --version
}
