#!/usr/bin/env bash
# Installs Perroquet offline into a copy of SYSTEM, MADE; STATE becomes a partition with its state folder. It is done from
# outside, as install.sh --root does, because an emulated machine would take half an hour for it.
# Run as root: installed.sh SYSTEM WHEELS MADE STATE [--data-partition]
set -euo pipefail
[ -n "${OWN_ROOM:-}" ] || OWN_ROOM=yes exec unshare --mount --pid --fork --kill-child --mount-proc bash "$0" "$@"
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SYSTEM=$1 WHEELS=$2 MADE=$3 STATE=$4
FOLDER=/var/lib/perroquet
shift 4

root=$(mktemp -d)
trap 'umount "$root" && rmdir "$root"' EXIT
rm -f "$STATE"
cp --sparse=always "$SYSTEM" "$MADE"
mount -o loop "$MADE" "$root"

install() { bash "$HERE/../../systemd/install.sh" --root "$root" --wheelhouse "$WHEELS" --sound Loopback "$@"; }
install "$@"
# Ten seats and a display: the machine has every option on its two-wire bus.
sed -i -e 's/^count = 8 /count = 10 /' -e 's/^chip = "off"/chip = "ssd1306"/' "$root/etc/perroquet/perroquet.toml"
chroot "$root" install -d -m 700 -o perroquet -g perroquet $FOLDER
chroot "$root" runuser -u perroquet -- env HOME=/tmp /opt/perroquet/bin/perroquet sound render
mke2fs -q -F -t ext4 -L perroquet-data -d "$root$FOLDER" "$STATE" 256M
