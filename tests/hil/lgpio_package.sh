#!/usr/bin/env bash
# Raspberry Pi's archive has python3-lgpio, Debian's has not: a package of that name, made of PyPI's wheel for its
# machine, stands in for it in the Debian in ROOT. Where there is no such wheel the package is empty, and says so.
# lgpio_package.sh ROOT
set -euo pipefail
ROOT=$1
python=$(chroot "$ROOT" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
machine=$(chroot "$ROOT" uname -m)  # not this machine's: programs of another may run through qemu-user
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

files=$work/deb/usr/lib/python3/dist-packages
mkdir -p "$files" "$work/deb/DEBIAN"
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --implementation cp \
    --python-version "$python" --platform "manylinux_2_34_$machine" --dest "$work" 'lgpio>=0.2.2' 2>/dev/null ||
    echo "lgpio has no wheel for Python $python on $machine: its package is empty here" >&2
for wheel in "$work"/*.whl; do [ ! -e "$wheel" ] || python3 -m zipfile -e "$wheel" "$files"; done
printf '%s\n' "Package: python3-lgpio" "Version: 0.2.2-stand-in" "Architecture: all" "Maintainer: nobody <nobody@localhost>" \
    "Description: lgpio's wheel under its Raspberry Pi name" >"$work/deb/DEBIAN/control"
dpkg-deb --build --root-owner-group "$work/deb" "$ROOT/lgpio.deb" >/dev/null
chroot "$ROOT" dpkg --install /lgpio.deb >/dev/null
rm "$ROOT/lgpio.deb"
