#!/usr/bin/env bash
# Makes the system of the virtual machine in FOLDER: vmlinuz, initrd.img and system.ext4, a Debian with what
# systemd/install.sh takes from apt, and the kernel's modules for the simulated parts. Run as root.
#
#   image.sh FOLDER [SUITE]      SUITE is bookworm or trixie
#
# Kernel and packages are the newest that this machine's own apt sources offer; no version is written down here.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
FOLDER=$(realpath -m "$1") SUITE=${2:-bookworm}
MODULES="gpio-sim snd-aloop dummy_hcd g_serial vivid i2c-stub softdog mac80211_hwsim"

die() { printf 'image.sh: %s\n' "$*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || die "it makes a file system with its owners: run it as root"
# In a room of its own: what a package starts or mounts meanwhile ends with it, however it ends.
[ -n "${OWN_ROOM:-}" ] || OWN_ROOM=yes exec unshare --mount --pid --fork --kill-child --mount-proc bash "$0" "$@"
missing=''
for program in mmdebstrap:mmdebstrap mke2fs:e2fsprogs; do
    command -v "${program%%:*}" >/dev/null || missing="$missing ${program##*:}"
done
[ -z "$missing" ] || die "missing:$missing; apt-get install$missing"
# shellcheck disable=SC2016  # apt's own words
MIRROR=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' | sort -u | head -1)
[ -n "$MIRROR" ] || die "apt knows no Debian mirror; a line 'deb ... $SUITE main' in its sources is wanted"

# The packages are those the script itself would fetch, and what a Raspberry Pi OS has anyway.
eval "$(grep '^APT_PARTS=' "$HERE/../../systemd/install.sh")"
PACKAGES="${APT_PARTS/python3-lgpio/} linux-image-amd64 initramfs-tools systemd-sysv udev dbus kmod iproute2 iw wpasupplicant"
PACKAGES="$PACKAGES avahi-utils procps curl python3 overlayroot busybox"
mkdir -p "$FOLDER"
root=$FOLDER/root
rm -rf "$root"
# A small initrd: what is named below, and not every driver there is.
# shellcheck disable=SC2016  # mmdebstrap's own words
listed='mkdir -p "$1/etc/initramfs-tools/conf.d" && echo MODULES=list >"$1/etc/initramfs-tools/conf.d/hil"'
# shellcheck disable=SC2086  # a list of names
TMPDIR=$FOLDER mmdebstrap --quiet --variant=minbase --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --essential-hook="$listed" \
    --include="$(echo $PACKAGES | tr ' ' ,)" "$SUITE" "$root" "$MIRROR"
"$HERE/lgpio_package.sh" "$root"
kernel=$(basename "$root"/lib/modules/*)

module() { find "$root/lib/modules/$kernel" -name "$1.ko*" -o -name "${1//-/_}.ko*" | head -1; }
if [ -z "$(module gpio-sim)" ]; then
    printf 'This kernel (%s) has no gpio-sim; it is built from its own source.\n' "$kernel"
    "$HERE/gpio_sim.sh" "$root" "$kernel"
fi
for name in $MODULES; do
    [ -n "$(module "$name")" ] || die "the kernel $kernel of $SUITE has no $name; another kernel or suite is wanted"
done
chroot "$root" depmod "$kernel"

# The disk, and the watchdog before systemd looks for one.
printf '%s\n' virtio_pci virtio_blk ext4 overlay softdog >>"$root/etc/initramfs-tools/modules"
chroot "$root" update-initramfs -u -k "$kernel" >/dev/null
cp "$root/boot/vmlinuz-$kernel" "$FOLDER/vmlinuz"
cp "$root/boot/initrd.img-$kernel" "$FOLDER/initrd.img"

# The host speaks to agent.py; parts.py makes a Pi 4 of this machine before anything asks.
cp "$HERE"/guest/*.service "$root/etc/systemd/system"
chroot "$root" systemctl enable --quiet hil-agent.service hil-parts.service
printf '%s\n' '/dev/vda / ext4 defaults,noatime 0 1' 'LABEL=hil /opt/hil ext4 ro 0 0' >"$root/etc/fstab"
mkdir -p "$root/opt/hil" "$root/boot/firmware"
printf 'arm_64bit=1\n' >"$root/boot/firmware/config.txt"
printf 'console=serial0,115200 console=tty1 root=/dev/vda rootwait\n' >"$root/boot/firmware/cmdline.txt"
echo raspberrypi >"$root/etc/hostname"
rm -rf "$root"/var/cache/apt/*.bin "$root"/var/lib/apt/lists/*

truncate -s 3G "$FOLDER/system.ext4.new"
mke2fs -q -F -t ext4 -d "$root" "$FOLDER/system.ext4.new"
mv "$FOLDER/system.ext4.new" "$FOLDER/system.ext4"
rm -rf "$root"
printf '%s, kernel %s: %s\n' "$SUITE" "$kernel" "$FOLDER/system.ext4"
