# SPDX-License-Identifier: GPL-3.0-or-later
# mutate.awk: makes mutant number `only` of a list below the folder `to`, and prints its file, the source to compile, its
# kernel, what it breaks, and why the check lets it pass, separated by tabs; with `control` the file as it is. Without
# `only`: the numbers of all mutants, each with that of its file's line.
# A list has, for each file, a line FILE [SOURCE [KERNEL]] (SOURCE includes FILE; KERNEL is the first in SOURCE), and then for
# each mutant lines that begin with
#   *  what it breaks        @  text of a line above the place, if the text occurs before        -  text of one line
#   +  what is there instead (the mutant is complete)    ~  the check of a product misses it because ..., the tests do not
#   =  nothing can tell because ...                          (~ and = before +)
function kernel_of(source, line)
{
    while ((getline line < source) > 0)
        if (match(line, /"[cg]pu\.[a-z0-9.-]*"/))
            return substr(line, RSTART + 1, RLENGTH - 2)
    return ""
}

function mutate(line, done, armed, at, out)
{
    out = to "/" file
    system("mkdir -p $(dirname " out ")")
    armed = anchor == ""
    while ((getline line < file) > 0) {
        armed = armed || index(line, anchor)
        if (armed && !done && (at = index(line, before))) {
            if (!control)
                line = substr(line, 1, at - 1) after substr(line, at + length(before))
            done = 1
        }
        print line > out
    }
    close(out)
    close(file)
    if (!done || before == "" || before == after) {
        print FILENAME ": mutant " n " of " file ": no such text: " before > "/dev/stderr"
        exit 1
    }
}

function open_end()
{
    if (what != "") {
        print FILENAME ": no + line: " what > "/dev/stderr"
        exit 1
    }
}

/^#/ || /^$/ { next }
/^[a-z]/ { file = $1; source = $2 ? $2 : file; kernel = $3; group = NR; next }
{ text = substr($0, 3) }
/^\*/ { open_end(); what = text; anchor = before = why = "" }
/^@/ { anchor = text }
/^-/ { before = text }
/^[~=]/ { why = $0 }
/^\+/ {
    n++
    after = text
    shown = what
    what = ""
    if (!only)
        print n, group
    if (only != n)
        next
    mutate()
    print file "\t" source "\t" (kernel ? kernel : kernel_of(source)) "\t" (control ? "nothing\t=control" : shown "\t" why)
}
END { open_end() }
