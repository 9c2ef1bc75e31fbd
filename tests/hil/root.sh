#!/usr/bin/env bash
# Level 3: installs Perroquet twice into a fresh Debian, runs it there, and takes it away again. Run as root.
#
#   root.sh ARCH SUITE       ARCH is arm64 (under qemu-user where this machine is another) or amd64; bookworm or trixie
#
# Prints what it found; ends with 1 at the first thing that is not as it should be.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CHECKOUT=$(realpath "$HERE/../..")
ARCH=$1 SUITE=$2
WORK=$CHECKOUT/build/hil
ROOT=$WORK/root-$SUITE-$ARCH

die() { printf 'root.sh: %s\n' "$*" >&2; exit 1; }
told() { printf '%s %s: %s\n' "$SUITE" "$ARCH" "$*"; }
[ "$(id -u)" = 0 ] || die "it makes a system with its owners: run it as root"
# In a room of its own: what a package starts or mounts meanwhile ends with it, however it ends.
[ -n "${OWN_ROOM:-}" ] || OWN_ROOM=yes exec unshare --mount --pid --fork --kill-child --mount-proc bash "$0" "$@"
for program in mmdebstrap arch-test; do
    command -v $program >/dev/null || die "missing: $program; apt-get install $program"
done
case $ARCH in arm64) machine=aarch64 ;; amd64) machine=x86_64 ;; *) die "ARCH is arm64 or amd64, not '$ARCH'" ;; esac

# Programs of another architecture run through qemu-user, once the kernel knows of it.
if [ "$machine" != "$(uname -m)" ]; then
    formats=/proc/sys/fs/binfmt_misc rule=/usr/lib/binfmt.d/qemu-$machine.conf
    [ -e "$rule" ] || die "missing: $rule; apt-get install qemu-user-static"
    [ -e $formats/register ] || mount -t binfmt_misc none $formats ||
        die "this kernel runs no foreign programs (no binfmt_misc)"
    [ -e "$formats/qemu-$machine" ] || cat "$rule" >$formats/register
fi

# shellcheck disable=SC2016  # apt's own words
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' | sort -u | head -1)
eval "$(grep '^APT_PARTS=' "$CHECKOUT/systemd/install.sh")"
rm -rf "$ROOT"
mkdir -p "$WORK"
# shellcheck disable=SC2086  # a list of names
TMPDIR=$WORK mmdebstrap --quiet --arch="$ARCH" --variant=minbase --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --include="$(echo ${APT_PARTS/python3-lgpio/} systemd | tr ' ' ,)" "$SUITE" "$ROOT" "$mirror"
trap 'rm -rf "$ROOT"' EXIT
"$HERE/lgpio_package.sh" "$ROOT"
mkdir -p "$ROOT/boot/firmware"
printf 'arm_64bit=1\n' >"$ROOT/boot/firmware/config.txt"
printf 'console=serial0,115200 console=tty1 rootwait\n' >"$ROOT/boot/firmware/cmdline.txt"

wheels=$WORK/wheels-$machine
bash "$CHECKOUT/systemd/install.sh" --make-wheelhouse "$wheels" --machine "$machine" | grep -v '^WARNING' || true
install() { bash "$CHECKOUT/systemd/install.sh" --root "$ROOT" --wheelhouse "$wheels" "$@"; }
# Every file and its content; environments, logs and caches apart.
state() {
    (cd "$ROOT" && find . -xdev \( -path ./opt/perroquet.releases -o -path ./var/cache -o -path ./var/log -o -path ./tmp \
        -o -name __pycache__ \) -prune -o -type f -print0 | sort -z | xargs -0 sha256sum)
}

before=$(mktemp) once=$(mktemp) twice=$(mktemp) after=$(mktemp)
state >"$before"
install >"$ROOT/tmp/first" || die "it did not install"
state >"$once"
told "installed offline; its demo was played there, on $(chroot "$ROOT" python3 -VV | head -1)"
install >"$ROOT/tmp/second" || die "it did not install a second time"
state >"$twice"
diff "$once" "$twice" || die "a second installation changed files"
told "a second installation changed no file"

cp "$HERE/import_all.py" "$ROOT/tmp/"
chroot "$ROOT" /opt/perroquet/bin/python /tmp/import_all.py || die "not every module can be imported"
chroot "$ROOT" /opt/perroquet/bin/perroquet doctor || true
chroot "$ROOT" systemd-analyze verify perroquet.service || die "systemd refuses the unit"
if [ "$machine" = "$(uname -m)" ]; then
    (cd "$CHECKOUT" && python3 -m tests.hil.native "$ROOT") || die "the service is away for too long"
fi
install --uninstall --purge >/dev/null
state >"$after"
diff <(sed 's/ .*//' "$before") <(sed 's/ .*//' "$after") >/dev/null || diff "$before" "$after" || told "left behind: see above"
for left in opt/perroquet opt/perroquet.releases etc/perroquet var/lib/perroquet; do
    [ ! -e "$ROOT/$left" ] || die "uninstalling left /$left behind"
done
told "uninstalled"
