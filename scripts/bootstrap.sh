#!/usr/bin/env bash
# Makes sure that everything the build needs is installed and works.
#
#   bootstrap.sh          installs the missing Debian packages (as root, or through sudo)
#   bootstrap.sh --check  only names them
#
# Ends with 0 if nothing is missing (any more). A package counts as present if it works, wherever it
# came from: this script runs programs, and uses compilers and libraries to compile and link a small
# program. It is not enough that a file exists: gcc names its 64-bit libgcc.a even if it is asked for
# the one of -m32.
#
# That takes a second or two, and `make` asks every time. So a success is recorded in build/packages,
# together with everything that it depends on (`surroundings`). If anything is installed or removed
# later, that changes, and everything is tried again.
set -u
cd "$(dirname "$0")/.." || exit 1

# ---- what is needed: one line per package, with its test ---------------------------------------

missing_packages() {
  need make           runs make --version
  need cmake          cmake_is_new_enough
  need ninja-build    runs ninja --version
  need gcc            links gcc -fsanitize=address,undefined
  need libc6-dev      links gcc
  need g++            links gcc -lstdc++
  need libc6-dev-i386 has_header gcc -m32
  need gcc-multilib   links_32_bit
  need clang-19       links clang-19 -lm -latomic
  need llvm-19        runs llvm-link-19 --version
  need llvm-19-dev    links_llvm
  need libclang-rt-19-dev links_runtimes
  need libcadical-dev links_with ccadical.h 'ccadical_init()' -lcadical -lstdc++ -lm
  need cadical        runs cadical --version
  need libcmocka-dev  links_with cmocka.h 'cmocka_set_message_output(CM_OUTPUT_TAP)' -lcmocka
  need csmith         runs csmith --version
  need libcsmith-dev  has_header gcc -include csmith/csmith.h
  need clang-format-19 runs clang-format-19 --version
  need procps         runs ps -p $$
  need openmpi-bin    runs_two_ranks
  need libopenmpi-dev links_mpi
}

# The tests run side by side; each leaves its answer in a file of its own.
need() { # PACKAGE TEST...
  local package=$1
  shift
  asked=$((asked + 1))
  ("$@" >/dev/null 2>&1 </dev/null || echo "$package") >"$tmp/$(printf %02d $asked)" &
}

answers() {
  asked=0
  missing_packages
  wait
  cat "$tmp"/[0-9][0-9]
}

runs() { "$@"; } # COMMAND...

has() { command -v "$1" >/dev/null; }

cmake_is_new_enough() {
  local version
  version=$(cmake --version | sed -n 's/^cmake version //p')
  [ -n "$version" ] && printf '3.25\n%s\n' "$version" | sort -C -V
}

# ---- small programs ----------------------------------------------------------------------------

has_header() { # COMPILER FLAG...: those of the C library, and what else the flags include
  echo '#include <pthread.h>' | "$1" -x c - -fsyntax-only -w "${@:2}"
}

# With the C library and threads. Libraries stand behind what needs them.
links() { # COMPILER FLAG...
  links_text '#include <pthread.h>
    #include <stdio.h>
    static void *run(void *none) { return none; }
    int main(void) { pthread_t thread; return pthread_create(&thread, 0, run, 0) || puts("") < 0; }' "$@"
}

links_with() { # HEADER CALL FLAG...
  links_text "#include <stdarg.h>
    #include <stddef.h>
    #include <stdint.h>
    #include <setjmp.h>
    #include <$1>
    int main(void) { (void)$2; return 0; }" gcc "${@:3}"
}

links_text() { # TEXT COMPILER FLAG...
  echo "$1" | "$2" -w -pthread -x c - -x none -o "$(mktemp "$tmp/program.XXXXXX")" "${@:3}"
}

# The tests use both.
links_32_bit() { links gcc -m32 && links clang-19 -m32 -lm -latomic; }

links_llvm() {
  local include folder
  include=$(llvm-config-19 --includedir) && folder=$(llvm-config-19 --libdir) &&
    links_with llvm-c/Core.h 'LLVMContextCreate()' -isystem "$include" -L "$folder" -lLLVM-19
}

# Of replays, and of the fuzz targets. For 32 bits the runtime alone: what else it needs is not of
# this package.
links_runtimes() {
  links clang-19 -fsanitize=thread && links clang-19 -fsanitize=address && links_fuzzer &&
    links clang-19 -m32 -fsanitize=address -nostdlib -Wl,--unresolved-symbols=ignore-all
}

links_fuzzer() {
  links_text 'int LLVMFuzzerTestOneInput(const char *text, unsigned long n)
    { return n && text[0] == 1; }' clang-19 -fsanitize=fuzzer,address,undefined
}

# CMake finds MPI by the same compiler.
links_mpi() {
  links_text '#include <mpi.h>
    int main(int argc, char **argv) { return MPI_Init(&argc, &argv) || MPI_Finalize(); }' mpicc
}

# It refuses root unless told twice.
runs_two_ranks() {
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_oob_tcp_if_include=lo \
    mpirun --oversubscribe -n 2 true
}

# ---- what has been seen to work ------------------------------------------------------------------

# Debian's list of packages, which changes with each of them; the programs, whichever PATH finds; the
# folders that others install into; and the questions themselves.
surroundings() {
  local name
  for name in make cmake ninja gcc clang-19 llvm-link-19 llvm-config-19 cadical csmith clang-format-19 ps mpicc mpirun; do
    command -v "$name" || echo "no $name"
  done >"$tmp/programs"
  cat "$tmp/programs"
  {
    grep '^/' "$tmp/programs"
    printf '%s\n' /var/lib/dpkg/status /usr/local/{bin,lib,include} /usr/{lib,include} \
      scripts/bootstrap.sh
  } | xargs -d '\n' stat -L -c '%n %i %s %y' 2>&1
  env | grep -E '^(C_INCLUDE_PATH|CPATH|LIBRARY_PATH|LD_LIBRARY_PATH|GCC_EXEC_PREFIX)='
}

works_as_before() {
  [ -e build/packages ] && [ "$(surroundings)" = "$(cat build/packages)" ]
}

# Without that list nobody tells us what was removed.
remember() {
  [ -e /var/lib/dpkg/status ] && mkdir -p build && surroundings >build/packages.new && mv build/packages.new build/packages
} 2>/dev/null

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

missing=""
find_missing() {
  # words on one line
  missing=$(answers | tr '\n' ' ')
  missing=${missing% }
  [ -n "$missing" ] || remember
}

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
works_as_before && exit 0
find_missing
[ -n "$missing" ] || exit 0
[ "${1:-}" != --check ] || stop "the build needs more than is installed; 'make packages' installs it"
has apt-get || stop "this is not Debian: please install the counterparts of these Debian packages"
can_be_root || stop "installing packages needs root or sudo"

echo "heddle: installing $missing"
# Lists that could not be refreshed may still be good enough.
apt update || echo "heddle: apt-get update failed" >&2
# shellcheck disable=SC2086
apt install -y --no-install-recommends $missing || stop "apt-get could not install them"

find_missing
[ -z "$missing" ] || stop "apt-get has installed them, yet what we need them for does not work"
