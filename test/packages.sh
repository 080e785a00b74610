#!/usr/bin/env bash
# scripts/bootstrap.sh notices what is there and does not work: compilers that cannot link what we
# need are put before the real ones, and exactly the packages that are to blame are named.
#
#   packages.sh
set -u
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

expect() { # TEXT: what it says; nothing, if nothing is missing
  local said
  said=$(PATH="$work:$PATH" scripts/bootstrap.sh --check 2>&1 | sed -n 's/^heddle: missing packages: //p')
  [ "$said" = "$1" ] && return
  echo "FAIL missing are '$said', expected '$1'"
  failed=1
}

# It compiles whatever it is given, but links only programs without these words in its command line.
cannot_link() { # COMPILER PATTERN
  cat >"$work/$1" <<END
#!/bin/sh
case " \$* " in
*" -fsyntax-only "* | *" -nostdlib "*) ;;
$2) echo "ld: cannot find -lgcc" >&2; exit 1 ;;
esac
exec $(command -v "$1") "\$@"
END
  chmod +x "$work/$1"
}

expect ""
cannot_link gcc '*" -m32 "* | *" -lcmocka "* | *" -lLLVM-19 "*'
cannot_link clang-19 '*" -fsanitize=thread "*'
expect "gcc-multilib llvm-19-dev libclang-rt-19-dev libcmocka-dev"
printf '#!/bin/sh\necho cmake version 3.18.4\n' >"$work/cmake"
printf '#!/bin/sh\nexit 1\n' >"$work/csmith"
printf '#!/bin/sh\nexit 1\n' >"$work/mpirun"
chmod +x "$work/cmake" "$work/csmith" "$work/mpirun"
rm "$work/gcc"
cannot_link clang-19 '*" -m32 "*'
expect "cmake gcc-multilib csmith openmpi-bin"
rm "$work"/*
cannot_link mpicc '*'
expect libopenmpi-dev
rm "$work"/*
expect ""
[ $failed = 0 ] && echo "packages: what does not work is named"
exit $failed
