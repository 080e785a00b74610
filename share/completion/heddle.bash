# Completion for heddle in bash; in zsh, after "autoload -U bashcompinit; bashcompinit". What there is to complete is
# asked of heddle itself: heddle help, heddle help check.

# The names of the options of a command, or of the commands.
_heddle_words() { # PROGRAM [COMMAND]
  if [ -n "${2:-}" ]; then
    "$1" help "$2" 2>/dev/null | grep -oE '^  (-[a-z], )?--[a-z-]+' | grep -oE -e '--[a-z-]+'
  else
    "$1" help 2>/dev/null | sed -n 's/^  \([a-z-][a-z-]*\)  .*/\1/p'
  fi
}

# The words that an option takes, where the help lists them: --format text|gcc.
_heddle_values() { # PROGRAM COMMAND OPTION
  "$1" help "$2" 2>/dev/null | grep -oE -e "$3 [a-z-]+(\|[a-z-]+)+" | head -n 1 | cut -d' ' -f2 | tr '|' '\n'
}

_heddle() {
  local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]}
  local before=${COMP_WORDS[COMP_CWORD - 1]} values
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_heddle_words "$program")" -- "$word")
    return
  fi
  [ "$command" != help ] || {
    mapfile -t COMPREPLY < <(compgen -W "$(_heddle_words "$program")" -- "$word")
    return
  }
  if [[ $before == --* ]]; then
    values=$(_heddle_values "$program" "$command" "$before")
    if [ -n "$values" ]; then
      mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
      return
    fi
  fi
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_heddle_words "$program" "$command")" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _heddle heddle
