# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of nzscope for bash: nzscope itself says what fits.
_nzscope()
{
    local line=${COMP_LINE:0:COMP_POINT} word kept reply
    line=${line#"${line%%[![:blank:]]*}"}
    line=${line#*[[:blank:]]}
    word=${line##*[[:blank:]]}
    mapfile -t reply < <("${1/#~\//$HOME/}" complete -- "$line" 2>/dev/null)
    COMPREPLY=()
    local files='' one
    for one in "${reply[@]}"; do
        if [[ $one == / ]]; then files=yes; else COMPREPLY+=("$one"); fi
    done
    if [[ $files && ${#COMPREPLY[@]} -eq 0 ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "${word#--*=}")
        return
    elif [[ $files ]]; then
        while IFS= read -r one; do # bash quotes no names that come with other words
            COMPREPLY+=("$(printf %q "$one")")
        done < <(compgen -f -- "$word")
    fi
    # Bash takes : and = as the beginnings of words, and replaces only what follows the last of them.
    if [[ $word == *[:=]* && $COMP_WORDBREAKS == *:* ]]; then
        kept=${word%"${word##*[:=]}"}
        COMPREPLY=("${COMPREPLY[@]#"$kept"}")
    fi
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[:=] ]]; then compopt -o nospace; fi
}
complete -F _nzscope nzscope
