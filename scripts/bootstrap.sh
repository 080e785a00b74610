#!/usr/bin/env bash
# Makes sure that what the build needs is there.
#
#   bootstrap.sh          installs the missing Debian packages (as root, or through sudo)
#   bootstrap.sh --check  only names them
#
# Ends with 0 if nothing is missing (any more). A package counts as present if what we need of it
# can be found, wherever it came from.
set -u

# ---- what is needed: one line per package, with its test ---------------------------------------

missing_packages() {
  local llvm
  llvm=$(llvm-config-19 --prefix 2>/dev/null)
  need make           has make
  need cmake          cmake_is_new_enough
  need ninja-build    has ninja
  need gcc            has gcc
  need g++            has_library libstdc++.so
  need libc6-dev      has_header pthread.h
  need libc6-dev-i386 has_header pthread.h -m32
  need gcc-multilib   has_library libgcc.a -m32
  need clang-19       has clang-19
  need llvm-19        has llvm-link-19
  need llvm-19-dev    test -e "$llvm/include/llvm-c/Core.h"
  need libclang-rt-19-dev has_runtime asan tsan fuzzer
  need libcadical-dev has_header ccadical.h
  need cadical        has cadical
  need libcmocka-dev  has_header cmocka.h
  need csmith         has csmith
  need libcsmith-dev  has_header csmith/csmith.h
  need procps         has ps
}

need() { # PACKAGE TEST...
  local package=$1
  shift
  "$@" || echo "$package"
}

has() { command -v "$1" >/dev/null; }

# gcc answers with a path if it knows the library, else with the bare name.
has_library() { # LIBRARY FLAG...
  case $(gcc "${@:2}" -print-file-name="$1" 2>/dev/null) in */*) ;; *) false ;; esac
}

has_runtime() { # SANITIZER...: of clang
  local name
  for name in "$@"; do
    test -e "$(clang-19 -print-file-name="libclang_rt.$name-x86_64.a" 2>/dev/null)" ||
      test -e "$(clang-19 -print-resource-dir 2>/dev/null)/lib/linux/libclang_rt.$name-x86_64.a" ||
      return 1
  done
}

has_header() { # HEADER FLAG...
  echo "#include <$1>" | gcc -E -M "${@:2}" -include stdarg.h -include setjmp.h - >/dev/null 2>&1
}

cmake_is_new_enough() {
  local version
  version=$(cmake --version 2>/dev/null | sed -n 's/^cmake version //p')
  [ -n "$version" ] && printf '3.25\n%s\n' "$version" | sort -C -V
}

# ---- installing --------------------------------------------------------------------------------

stop() { # WHY
  printf 'heddle: %s\n' "$1"
  printf 'heddle: missing packages: %s\n' "$missing"
  exit 1
} >&2

as_root() { # COMMAND...
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif sudo -n true 2>/dev/null; then
    sudo -n "$@"
  else
    sudo "$@"
  fi
}

can_be_root() {
  [ "$(id -u)" = 0 ] || { has sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; }
}

apt() { # ARG...
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@"
}

# words on one line
missing=$(missing_packages | tr '\n' ' ')
missing=${missing% }
[ -n "$missing" ] || exit 0
[ "${1:-}" != --check ] || stop "the build needs more than is installed; 'make packages' installs it"
has apt-get || stop "this is not Debian: please install the counterparts of these Debian packages"
can_be_root || stop "installing packages needs root or sudo"

echo "heddle: installing $missing"
# Lists that could not be refreshed may still be good enough.
apt update || echo "heddle: apt-get update failed" >&2
# shellcheck disable=SC2086
apt install -y --no-install-recommends $missing || stop "apt-get could not install them"

missing=$(missing_packages | tr '\n' ' ')
missing=${missing% }
[ -z "$missing" ] || stop "apt-get has installed them, yet they cannot be found"
