# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Completion of plateau for bash.  Verbs and options come from --help, so that
# they cannot fall behind the program.

_plateau_words() {
	# The first word of each indented line of a help text that begins with $1.
	sed -n "s/^ *\\(-[a-zA-Z], \\)\\{0,1\\}\\($1[a-z0-9-]*\\).*/\\2/p"
}

_plateau() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local program=${COMP_WORDS[0]} verb=${COMP_WORDS[1]} words=

	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		words=$("$program" --help 2>/dev/null | _plateau_words '[a-z]')
	elif [ "$before" = --plan ] || [ "$before" = show ]; then
		words=$("$program" plans 2>/dev/null | awk 'NR > 1 {print $1}')
	elif [ "$verb" = log ] && [ "$COMP_CWORD" -eq 2 ]; then
		words=$("$program" log --help 2>/dev/null | _plateau_words '[a-z]')
	elif [ "$verb" = review ] && [ "$COMP_CWORD" -eq 2 ]; then
		words='init build'
	elif [ "${word#-}" != "$word" ] && [ "$verb" = log ]; then
		words=$("$program" log "${COMP_WORDS[2]}" --help 2>/dev/null |
			_plateau_words --)
	elif [ "${word#-}" != "$word" ]; then
		words=$("$program" "$verb" --help 2>/dev/null | _plateau_words --)
	fi
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -o default -F _plateau plateau
