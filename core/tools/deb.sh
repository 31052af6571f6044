#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# deb.sh BUILD VERSION MAINTAINER: packages what BUILD holds, built for PREFIX=/usr; staged in BUILD/stage. The package depends on
# what dpkg-shlibdeps finds in the programs and recommends what only plug-ins need; plug-ins of unpackaged libraries (CUDA,
# MKL) are included and report themselves what is missing.
set -e
build=$1 version=$2 maintainer=$3
for tool in dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null || { echo "make deb needs $tool: apt-get install dpkg-dev" >&2; exit 1; }
done
stage=$build/stage
rm -rf "$stage"
make --no-print-directory BUILD="$build" PREFIX=/usr DESTDIR="$stage" install >/dev/null
chmod -R u+w,go-w "$stage"
strip --strip-unneeded "$stage"/usr/bin/* "$stage"/usr/lib/nzscope/*
gzip -9n "$stage"/usr/share/man/man*/*
doc=$stage/usr/share/doc/nzscope
mkdir -p "$doc"
cat >"$doc/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: nzscope

Files: *
Copyright: 2026 the authors of nzscope
License: GPL-3+ with CUDA-and-MKL exception
 This program is free software: you can redistribute it and/or modify it under
 the terms of the GNU General Public License as published by the Free Software
 Foundation, either version 3 of the License, or (at your option) any later
 version. The full text is in /usr/share/common-licenses/GPL-3.
 .
END
sed -n '/^Additional permission under/,/^$/p' LICENSE | tr '\n' ' ' | fold -s -w 78 | sed 's/ *$//; s/^/ /' >>"$doc/copyright"
echo >>"$doc/copyright"
for text in README.md core/measure/NUMBERS.md; do
    gzip -9nc "$text" >"$doc/${text##*/}.gz"
done
# The entries of the newest version, as Debian writes them.
{
    printf 'nzscope (%s) unstable; urgency=medium\n\n' "$version"
    awk '/^## / { if (++n > 1) exit } n && /^- / { printf "\n  * %s", substr($0, 3) } n && /^  / { printf " %s", substr($0, 3) }' \
        .github/CHANGELOG.md | sed 1d | fold -s -w 76 | sed 's/ *$//; s/^\([^ ]\)/    \1/'
    echo
    printf '\n -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -R -u ${SOURCE_DATE_EPOCH:+-d "@$SOURCE_DATE_EPOCH"})"
} | gzip -9n >"$doc/changelog.gz"
mkdir -p "$build/debian" "$stage/DEBIAN"
printf 'Source: nzscope\n\nPackage: nzscope\nArchitecture: any\n' >"$build/debian/control"
depends() { # depends FILE...
    (cd "$build" && dpkg-shlibdeps -O --ignore-missing-info "$@" 2>/dev/null) | sed -n 's/^shlibs:[A-Za-z]*=//p'
}
relative() { for file in "$@"; do echo "${file#"$build"/}"; done; }
# shellcheck disable=SC2046
needs=$(depends $(relative "$stage"/usr/bin/nzscope "$stage"/usr/bin/nzscope-engine))
# shellcheck disable=SC2046
helps=$(for so in "$stage"/usr/lib/nzscope/*; do depends $(relative "$so"); done | tr ',' '\n' | sed 's/^ //' | sort -u)
recommends=$(echo "$helps" | while read -r one; do
    case ", $needs," in *", ${one%% *}"*) ;; *) printf '%s, ' "$one" ;; esac
done | sed 's/, $//')
cat >"$stage/DEBIAN/control" <<END
Package: nzscope
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Section: science
Priority: optional
Installed-Size: $(du -sk "$stage/usr" | cut -f1)
Depends: $needs
${recommends:+Recommends: $recommends
}Description: sparse matrices in the terminal
 Opens a sparse matrix, shows what it looks like, and runs multiplication and
 transposition kernels live on CPU and GPU, checked for correctness and set
 against the limit of the hardware and the vendors' own libraries.
END
deb=$build/nzscope_${version}_$(dpkg --print-architecture).deb
dpkg-deb --root-owner-group --build "$stage" "$deb"
