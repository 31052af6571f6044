# SPDX-License-Identifier: GPL-3.0-or-later
# page.awk: a page in Markdown (paragraphs, code by four blanks, tables of two columns, **bold**, `code`) as a manual page.
# Variables: name, section, what, version.
function text(s) {
    gsub(/\\\|/, "|", s); gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s)
    while (match(s, /\*\*[^*]*\*\*/)) s = substr(s, 1, RSTART - 1) "\\fB" substr(s, RSTART + 2, RLENGTH - 4) "\\fR" substr(s, RSTART + RLENGTH)
    while (match(s, /`[^`]*`/)) s = substr(s, 1, RSTART - 1) "\\fB" substr(s, RSTART + 1, RLENGTH - 2) "\\fR" substr(s, RSTART + RLENGTH)
    return s ~ /^[.']/ ? "\\&" s : s
}
function code(on) {
    if (on != in_code) print on ? ".PP\n.in +4n\n.EX" : ".EE\n.in"
    in_code = on
}
BEGIN {
    printf ".TH %s %s \"\" \"nzscope %s\" \"File Formats\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n", toupper(name), section, version, name, what
}
/^#/ { next }
/^    / { for (; gap > 0 && in_code; gap--) print ""; gap = 0; code(1); print text(substr($0, 5)); next }
/^$/ { gap++; rows = 0; next }
{ code(0) }
/^\|[- |]*\|$/ { next }
/^\|/ {
    gap = 0
    row = $0
    gsub(/\\\|/, "\001", row)
    split(row, cell, "|")
    if (!rows++) next
    for (i = 2; i <= 3; i++) { gsub(/^ +| +$/, "", cell[i]); gsub(/\001/, "|", cell[i]) }
    print ".TP\n" text(cell[2]) "\n" text(cell[3])
    next
}
{ if (gap && begun) print ".PP"; gap = 0; begun = 1; print text($0) }
END { code(0); print ".SH SEE ALSO\n.BR nzscope (1)" }
