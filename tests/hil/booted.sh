#!/usr/bin/env bash
# Starts what is installed in ROOT under its own systemd, in namespaces of its own, and runs a program beside it. As root.
#
#   booted.sh ROOT COMMAND...      COMMAND is run within, once systemd answers there
#
# No machine is emulated: it has this kernel and this processor, and neither a network nor parts of its own.
set -euo pipefail
ROOT=$1
shift

die() { printf 'booted.sh: %s\n' "$*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || die "it mounts and starts a system: run it as root"

if [ -z "${WITHIN:-}" ]; then
    groups=$(findmnt --noheadings --output TARGET --types cgroup2 | head -1)
    [ -n "$groups" ] || die "this machine has no cgroup2, which systemd wants"
    group=$groups/perroquet-hil.$$
    mkdir "$group"
    WITHIN=yes unshare --mount --pid --uts --ipc --net --cgroup --fork --kill-child bash -c "
        echo 0 >'$group/cgroup.procs'; exec unshare --cgroup bash '${BASH_SOURCE[0]}' '$ROOT'" &
    outer=$!
    # shellcheck disable=SC2317  # the trap calls it
    end() {
        kill -9 "$outer" 2>/dev/null || true
        wait "$outer" 2>/dev/null || true
        # Groups go from the innermost, each once what was in it has ended.
        for _ in $(seq 100); do
            find "$group" -depth -type d -exec rmdir {} + 2>/dev/null && break
            sleep 0.1
        done
    }
    trap end EXIT
    within() { nsenter -t "$(tr -d ' ' <"/proc/$outer/task/$outer/children")" -a -r -w "$@"; }
    for _ in $(seq 300); do
        within systemctl is-active --quiet init.scope 2>/dev/null && break
        sleep 0.1
    done
    within "$@"
    exit
fi

mount --make-rprivate /
# A layer over it, in memory: what is started leaves nothing behind.
mount -t tmpfs tmpfs "$ROOT/mnt"
mkdir "$ROOT/mnt/written" "$ROOT/mnt/work"
mount -t overlay -o "lowerdir=$ROOT,upperdir=$ROOT/mnt/written,workdir=$ROOT/mnt/work" overlay "$ROOT"
mount -t proc proc "$ROOT/proc"
mount -t sysfs -o ro sysfs "$ROOT/sys"
mount -t cgroup2 cgroup2 "$ROOT/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$ROOT/dev"
# Devices of its own: a system may shut the host's away from everybody else.
while read -r device minor; do mknod -m 666 "$ROOT/dev/$device" c 1 "$minor"; done <<<'null 3
zero 5
full 7
random 8
urandom 9'
mknod -m 666 "$ROOT/dev/tty" c 5 0
mkdir "$ROOT/dev/pts" "$ROOT/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$ROOT/dev/pts"
ln -s pts/ptmx "$ROOT/dev/ptmx"
for folder in dev/shm run; do mount -t tmpfs tmpfs "$ROOT/$folder"; done
exec chroot "$ROOT" /usr/bin/env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --unit=perroquet.service --log-target=null
