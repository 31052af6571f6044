# SPDX-License-Identifier: GPL-3.0-or-later
# animate.awk -v seconds=S FRAME.svg...: one moving picture from screenshots of one size, S seconds each (the last three
# times as long), for ever. A row of the screen that stays the same is drawn once: each row of a frame is looked up
# among those that were seen at its place, and shown while it is there.
function row_of(line,    y) {
    if (line ~ /^<g/) # the lines of charts, below all rows
        return -1
    if (match(line, / y="[0-9.]+"/))
        y = substr(line, RSTART + 4, RLENGTH - 5)
    else if (match(line, /d="M[0-9.]+ [0-9.]+/)) {
        y = substr(line, RSTART + 4, RLENGTH - 4)
        sub(/^[0-9.]+ /, "", y)
    }
    return int((y - 14) / 19) # margin and height of a cell in tui/canvas/canvas_svg.c
}
function frame_end(    i) {
    for (i in row) {
        shown[i, row[i]] = shown[i, row[i]] SUBSEP frames
        if (!((i, row[i]) in known)) {
            known[i, row[i]] = 1
            order[++parts] = i SUBSEP row[i]
        }
    }
    split("", row)
    frames++
}
FNR == 1 && NR > 1 { frame_end() }
/^<svg|^<title|rx="8"/ { if (NR == FNR) head = head $0 "\n"; next }
/^<\/svg/ { next }
{ i = row_of($0); row[i] = row[i] $0 "\n" }
END {
    frame_end()
    total = frames + 2
    printf "%s", head
    for (p = 1; p <= 2 * parts; p++) {
        i = order[p > parts ? p - parts : p]
        if ((i ~ /^-1/) != (p <= parts))
            continue
        n = split(substr(shown[i], 2), at, SUBSEP)
        content = substr(i, index(i, SUBSEP) + 1)
        if (n == frames) {
            printf "%s", content
            continue
        }
        split("", on)
        for (j = 1; j <= n; j++)
            on[at[j]] = 1
        values = times = ""
        for (f = 0; f < frames; f++)
            if (f == 0 || (f in on) != ((f - 1) in on)) {
                values = values (f ? ";" : "") ((f in on) ? "visible" : "hidden")
                times = times (f ? ";" : "") sprintf("%.4g", f / total)
            }
        printf "<g visibility=\"hidden\"><animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"%gs\" repeatCount=\"indefinite\" values=\"%s\" keyTimes=\"%s\"/>\n%s</g>\n", total * seconds, values, times, content
    }
    print "</svg>"
}
