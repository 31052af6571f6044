#compdef nzscope
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of nzscope for zsh: nzscope itself says what fits.
local -a reply open
local line="${(j: :)words[2,CURRENT-1]}"
(( CURRENT > 2 )) && line+=' '
reply=("${(@f)$(${${(Q)words[1]}/#\~\//$HOME/} complete -- "$line$PREFIX" 2>/dev/null)}")
open=(${(M)reply:#*[:=]})
(( ${#open} )) && compadd -S '' -- $open
compadd -- ${${reply:#*[:=]}:#(/|)}
if (( ${reply[(Ie)/]} )); then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
fi
