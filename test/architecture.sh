#!/usr/bin/env bash
# Does ARCHITECTURE.md name every source file, and no file that is not there?
#
# The paragraph that begins with "**`src/FOLDER`**" names the files of the folder, without their endings,
# in backquotes. A word in backquotes that could be a file's name must be one, or the name of another
# folder, or of something that the paragraph explains: those are listed here.
set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
failed=0
# Words of paragraphs that are no files of the folder: other folders, and names in the code.
others=" emit report passed engine_check "

for folder in src/*/; do
  name=$(basename "$folder")
  # shellcheck disable=SC2016 # backquotes of the text
  words=$(awk -v head="**\`src/$name\`**" 'index($0, head) == 1 { on = 1 } on && /^$/ { exit } on' ARCHITECTURE.md |
    grep -oE '`[a-z0-9_]+(\.h)?`' | tr -d '`' | sed 's/\.h$//' | sort -u)
  files=$(for file in "$folder"*.[ch]; do basename "${file%.*}"; done | sort -u)
  for file in $(comm -13 <(echo "$words") <(echo "$files")); do
    echo "ARCHITECTURE.md does not name $folder$file" && failed=1
  done
  for word in $(comm -23 <(echo "$words") <(echo "$files")); do
    case "$others" in *" $word "*) continue ;; esac
    echo "ARCHITECTURE.md names \`$word\` in the paragraph of $folder, which has no such file" && failed=1
  done
done
[ $failed = 0 ] && echo "architecture: every source file is named"
exit $failed
