# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of nzscope for fish: nzscope itself says what fits.
function __nzscope_complete
    set -l line (string replace -r '^\s*\S+\s' '' -- (commandline -cp))
    set -l option (string match -r -- '^--[^=]+=' (commandline -ct))
    set -l program (string replace -r '^~/' "$HOME/" -- (commandline -opc)[1])
    for word in ($program complete -- "$line" 2>/dev/null)
        if test "$word" = /
            for path in (__fish_complete_path (string replace -r -- '^--[^=]+=' '' (commandline -ct)))
                echo "$option$path"
            end
        else
            echo $word
        end
    end
end
complete -c nzscope -f -a '(__nzscope_complete)'
