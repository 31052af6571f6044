#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# download_matrix.sh NAME|GROUP/NAME|SET|all...: downloads matrices of the catalogue, or any GROUP/NAME, from the SuiteSparse
# collection into $NZSCOPE_MATRICES, else $XDG_DATA_HOME/nzscope/matrices. SET is a set of the catalogue: S0 to S4.
#   NZSCOPE_COLLECTION  the address below which GROUP/NAME.tar.gz lies
#   NZSCOPE_CHECKSUMS   a file with lines "MD5  GROUP/NAME.tar.gz" to check what came against
# Interrupted downloads are resumed. Exit status: 0 all are there, 2 usage, 3 a matrix could not be downloaded, 130 interrupted.
base=${NZSCOPE_COLLECTION:-https://suitesparse-collection-website.herokuapp.com/MM}
folder=${NZSCOPE_MATRICES:-${XDG_DATA_HOME:-$HOME/.local/share}/nzscope/matrices}
catalog=$(dirname "$0")/catalog.tsv
tab=$(printf '\t')
status=0

# In letters that no terminal takes for a command, whatever the words hold.
say() { printf 'nzscope: %s\n' "$(printf %s "$*" | LC_ALL=C tr -c '[:print:]' '?')" >&2; }
usage() { say "$*"; exit 2; }
failed() { say "$*"; status=3; }

# "GROUP<tab>NAME" of every entry that matches $1: a name, a set, or all.
entries() {
    awk -F '\t' -v want="$1" 'NR > 1 {
        n = split($8, set, ","); hit = want == "all" || tolower($1) == tolower(want)
        for (i = 1; i <= n; i++) hit = hit || set[i] == want
        if (hit) print $2 "\t" $1
    }' "$catalog"
}

# Whether $1 is a single path component that cannot be taken for an option.
plain() {
    case $1 in '' | .* | -* | *[!A-Za-z0-9_.+-]*) return 1 ;; esac
}

# Downloads $1 into $2 and resumes an earlier download; starts over if the server cannot resume.
download() {
    quiet=--progress-bar
    [ -t 2 ] || $progress || quiet=-sS
    set -- "$1" "$2" -f -L --proto =http,https --proto-redir =http,https --connect-timeout 30 --speed-time 60 --speed-limit 1 $quiet
    url=$1 part=$2
    shift 2
    resumed=false
    [ -s "$part" ] && resumed=true
    curl "$@" -C - -o "$part" -- "$url" && return 0
    code=$?
    $resumed || return $code
    case $code in
    22 | 33 | 36) rm -f "$part"; curl "$@" -o "$part" -- "$url" ;; # nothing is left to send, or no ranges
    *) return $code ;;
    esac
}

# Whether archive $2 of $1 has the checksum that is known for it, if one is.
unchanged() {
    [ -n "$NZSCOPE_CHECKSUMS" ] || return 0
    want=$(awk -v f="$1.tar.gz" '$2 == f || $2 == "*" f { print $1; exit }' "$NZSCOPE_CHECKSUMS") || return 1
    [ -z "$want" ] || [ "$want" = "$(md5sum <"$2" | cut -d ' ' -f 1)" ]
}

# Extracts NAME/NAME.mtx and nothing else, through a pipe, so that no name in the archive becomes a path.
unpack() {
    tar -xzOf "$1" "$2/$2.mtx" >"$3" 2>/dev/null || return 1
    [ "$(head -c 14 "$3" | tr '[:upper:]' '[:lower:]')" = '%%matrixmarket' ]
}

get() { # GROUP NAME
    file=$folder/$2.mtx part=$folder/.$1-$2.tar.gz.part new=$folder/.$2.mtx.$$
    own=${catalog%/*}/$2.mtx # of the catalogue's few that come with nzscope
    [ -s "$file" ] || [ ! -s "$own" ] || [ "$(entries "$2")" != "$1$tab$2" ] || file=$own
    if [ -s "$file" ]; then
        echo "$file"
        return
    fi
    say "$1/$2 from $base"
    download "$base/$1/$2.tar.gz" "$part" || { failed "$1/$2 could not be downloaded from $base; the same command resumes it"; return; }
    if ! unchanged "$1/$2" "$part"; then
        rm -f "$part"
        failed "$1/$2: the archive's checksum is not the one that is known; it was removed"
    elif ! unpack "$part" "$2" "$new"; then
        rm -f "$part" "$new"
        failed "$1/$2: the archive is broken or has no matrix $2/$2.mtx; it was removed, so that the next try begins anew"
    elif mv -f "$new" "$file"; then
        rm -f "$part"
        echo "$file"
    else
        rm -f "$new"
        failed "$file cannot be written"
    fi
}

get_all() { # the lines of entries
    while IFS=$tab read -r group name; do
        case $group in
        graph:*) say "$name is not in the collection; gen:twin:$name is like it"; $single && status=3 ;;
        *) get "$group" "$name" </dev/null ;;
        esac
    done <<END
$1
END
}

progress=false
[ "$1" != --progress ] || { progress=true; shift; } # also where nobody sees it, for a program that reads it
[ $# -gt 0 ] || usage "get wants: NAME, GROUP/NAME, a set of the catalogue (S0 to S4) or all"
command -v curl >/dev/null || { say "curl is needed: please install it"; exit 3; }
mkdir -p "$folder" && [ -w "$folder" ] || { say "the folder $folder cannot be written"; exit 3; }
new=
trap '[ -z "$new" ] || rm -f "$new"; exit 130' INT TERM HUP

for word in "$@"; do # every word first: a wrong one costs no download
    case $word in
    */*) plain "${word%%/*}" && plain "${word#*/}" || usage "'$word' is not GROUP/NAME" ;;
    *) plain "$word" || usage "'$word' is not a name"
        [ -n "$(entries "$word")" ] || usage "the catalogue has no matrix or set '$word' (list matrices shows it; GROUP/NAME fetches any other)" ;;
    esac
done
for word in "$@"; do
    single=true
    case $word in
    */*) get "${word%%/*}" "${word#*/}" ;;
    *) case $word in S[0-9] | all) single=false ;; esac
        get_all "$(entries "$word")" ;;
    esac
done
exit $status
