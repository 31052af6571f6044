#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# deb.sh BUILD VERSION: packages what BUILD holds, built for PREFIX=/usr; staged in BUILD/stage. The package depends on
# what dpkg-shlibdeps finds in the programs and recommends what only plug-ins need; plug-ins of unpackaged libraries (CUDA,
# MKL) are included and report themselves what is missing.
set -e
build=$1 version=$2
for tool in dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null || { echo "make deb needs $tool: apt-get install dpkg-dev" >&2; exit 1; }
done
stage=$build/stage
rm -rf "$stage"
make --no-print-directory BUILD="$build" PREFIX=/usr DESTDIR="$stage" install >/dev/null
chmod -R u+w,go-w "$stage"
strip --strip-unneeded "$stage"/usr/bin/* "$stage"/usr/lib/nzscope/*.so
gzip -9n "$stage/usr/share/man/man1/nzscope.1"
install -D -m 644 LICENSE "$stage/usr/share/doc/nzscope/copyright"
mkdir -p "$build/debian" "$stage/DEBIAN"
printf 'Source: nzscope\n\nPackage: nzscope\nArchitecture: any\n' >"$build/debian/control"
depends() { # depends FILE...
    (cd "$build" && dpkg-shlibdeps -O --ignore-missing-info "$@" 2>/dev/null) | sed -n 's/^shlibs:[A-Za-z]*=//p'
}
relative() { for file in "$@"; do echo "${file#"$build"/}"; done; }
# shellcheck disable=SC2046
needs=$(depends $(relative "$stage"/usr/bin/*))
# shellcheck disable=SC2046
helps=$(for so in "$stage"/usr/lib/nzscope/*.so; do depends $(relative "$so"); done | tr ',' '\n' | sed 's/^ //' | sort -u)
recommends=$(echo "$helps" | while read -r one; do
    case ", $needs," in *", ${one%% *}"*) ;; *) printf '%s, ' "$one" ;; esac
done | sed 's/, $//')
cat >"$stage/DEBIAN/control" <<END
Package: nzscope
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: nzscope maintainers <nzscope@localhost>
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
