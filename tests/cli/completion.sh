#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The completion for bash knows the verbs, the plans and the options of each verb.
exec env B="$B" bash -eu -c '
PATH=$PWD/$B/bin:$PATH
. front/completion.bash
try() {
	COMP_WORDS=("${@:2}")
	COMP_CWORD=$(($# - 2))
	_plateau
	case " ${COMPREPLY[*]} " in
	*" $1 "*) ;;
	*) echo "${*:2}: $1 is not among: ${COMPREPLY[*]}"; exit 1 ;;
	esac
}
try analyze plateau an
try --destroy plateau run --des
try pts-e-iops plateau run --plan pts-e-
try verify plateau log v
try build plateau review b
try --final plateau review build --f
try --scale plateau run --plan demo --s
try --stream plateau log cat --st
COMP_WORDS=(plateau nonesuch --x)
COMP_CWORD=2
_plateau
[ ${#COMPREPLY[@]} = 0 ]
'
