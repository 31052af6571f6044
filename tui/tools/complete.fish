# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of nzscope for fish: nzscope itself says what fits.
function __nzscope_complete
    set -l line (string replace -r '^\s*\S+\s' '' -- (commandline -cp))
    for word in (nzscope complete -- "$line" 2>/dev/null)
        if test "$word" = /
            __fish_complete_path (commandline -ct)
        else
            echo $word
        end
    end
end
complete -c nzscope -f -a '(__nzscope_complete)'
