# The verdict so far, and what is left, also while tasks are at work.
# shellcheck shell=bash disable=SC2154
exec "$heddle" cluster collect "$(dirname "$0")"
