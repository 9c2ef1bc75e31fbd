#!/usr/bin/env bash
# Installs Perroquet on Raspberry Pi OS Lite, 64 bit, Bookworm or Trixie; run again, it updates. README.md beside it
# says more.
#
#   sudo bash install.sh [options]                install or update from the checkout this file lies in
#     --wheelhouse DIR   take every package from DIR, ask no network (make it with --make-wheelhouse)
#     --sound CARD       the ALSA card that plays (default MAX98357A; "keep" leaves the sound settings alone)
#     --no-hotspot       no Wi-Fi of its own where no known one is near
#     --data-partition   keep evenings on the partition labelled perroquet-data, for a read-only root
#     --root DIR         work on the system in DIR; start nothing
#   sudo bash install.sh --uninstall [--purge] [--root DIR]     --purge takes evenings, settings and user too
#   bash install.sh --make-wheelhouse DIR [--machine x86_64]
#                      on any machine with a network: fill DIR for --wheelhouse; without --machine for 64-bit ARM
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CHECKOUT=$(dirname "$HERE")
REQUIREMENTS=$CHECKOUT/device/requirements/run.txt
APT_PARTS="python3-venv python3-lgpio alsa-utils avahi-daemon dnsmasq-base network-manager polkitd"
APT_OPTIONAL="python3-picamera2"
BEGIN="# >>> perroquet: install.sh writes this block, --uninstall takes it away"
END="# <<< perroquet"
SERIAL_CONSOLE="console=serial0,115200"

# source : where it goes : mode
FILES="
perroquet.service:/etc/systemd/system/perroquet.service:644
perroquet.sysusers:/etc/sysusers.d/perroquet.conf:644
perroquet.tmpfiles:/etc/tmpfiles.d/perroquet.conf:644
perroquet.modules:/etc/modules-load.d/perroquet.conf:644
perroquet.watchdog:/etc/systemd/system.conf.d/60-perroquet.conf:644
60-perroquet.rules:/etc/udev/rules.d/60-perroquet.rules:644
perroquet.polkit:/etc/polkit-1/rules.d/60-perroquet.rules:644
perroquet.avahi:/etc/avahi/services/perroquet.service:644
"
SETTINGS=/etc/perroquet/perroquet.toml
SOUND=/etc/alsa/conf.d/99-perroquet.conf
HOTSPOT=/etc/NetworkManager/system-connections/perroquet-hotspot.nmconnection
RELEASES=/opt/perroquet.releases
CURRENT=/opt/perroquet
STATE=/var/lib/perroquet
MOUNT=/etc/systemd/system/var-lib-perroquet.mount
MOUNT_WANTED=/etc/systemd/system/perroquet.service.wants/var-lib-perroquet.mount

ROOT=/ ACTION=install WHEELHOUSE='' CARD=MAX98357A HOTSPOT_WANTED=yes DATA_PARTITION=no PURGE=no
MACHINE=aarch64

say() { printf '%s\n' "$*"; }
warn() { printf 'install.sh: %s\n' "$*" >&2; }
die() { warn "$*"; exit 1; }
usage() { sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "${BASH_SOURCE[0]}"; }
at() { printf '%s%s' "${ROOT%/}" "$1"; }
live() { [ "$ROOT" = / ] && [ -d /run/systemd/system ]; }
# Whether the root holds a system to run programs in; an empty one only receives files.
system_there() { [ -x "$(at /usr/bin/dpkg-query)" ] && [ -x "$(at /usr/bin/env)" ]; }
inside() { if [ "$ROOT" = / ]; then "$@"; else chroot "$ROOT" "$@"; fi; }

# put MODE PATH: write standard input there if it differs, whole or not at all.
put() {
    local path new
    path=$(at "$2")
    mkdir -p "$(dirname "$path")"
    new=$(mktemp "$path.XXXXXX")
    cat >"$new"
    chmod "$1" "$new"
    if cmp -s "$new" "$path" && [ "$(stat -c %a "$path")" = "$1" ]; then rm "$new"; else mv "$new" "$path"; say "  $2"; fi
}

# without_block FILE: print it without our block.
without_block() {
    if [ -f "$1" ]; then awk -v first="$BEGIN" -v last="$END" '$0 == first {ours = 1} !ours; $0 == last {ours = 0}' "$1"; fi
}

boot_file() {
    local folder
    for folder in /boot/firmware /boot; do
        if [ -f "$(at "$folder/$1")" ]; then printf '%s' "$folder/$1"; return; fi
    done
}

check_system() {
    [ "$ROOT" != / ] || [ "$(id -u)" = 0 ] || die "it must be run as root; try: sudo bash $0"
    [ -d "$ROOT" ] || die "there is no folder $ROOT; make it, or correct --root"
    if ! system_there; then say "$ROOT holds no system: files only."; return; fi
    local name bits
    # shellcheck disable=SC1090,SC1091  # of the root
    name=$(. "$(at /etc/os-release)" && printf '%s' "${VERSION_CODENAME:-unknown}")
    bits=$(inside dpkg --print-architecture)
    case $name in bookworm | trixie) ;; *) die "this is '$name'; Raspberry Pi OS Bookworm or Trixie is wanted" ;; esac
    [ "$bits" = arm64 ] || warn "this is $bits, not arm64: a bench, not a Pi; going on"
}

install_parts() {
    system_there || return 0
    local part missing='' wanted=''
    for part in $APT_PARTS; do installed "$part" || missing="$missing $part"; done
    [ -z "$missing" ] || inside apt-get update --quiet=2 || warn "the lists of packages could not be renewed; going on"
    for part in $APT_OPTIONAL; do
        installed "$part" || [ -z "$(inside apt-cache --quiet=0 madison "$part" 2>/dev/null)" ] || wanted="$wanted $part"
    done
    [ -n "$missing$wanted" ] || return 0
    say "System packages:$missing$wanted"
    # shellcheck disable=SC2086  # a list of names
    inside env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 --no-install-recommends $missing $wanted \
        >/dev/null || { [ -z "$missing" ] || die "without$missing it cannot go on; connect to a network once, or install them"
        warn "without$wanted the camera stays out; the games do not need it"; }
}

# shellcheck disable=SC2016  # dpkg-query's own words
installed() { [ "$(inside dpkg-query --show --showformat '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# A new environment beside the old one: the old one serves until the new one has answered.
install_release() {
    if ! system_there; then return; fi
    local source pip_from release packages
    release=$RELEASES/$(date +%Y%m%dT%H%M%S)-$$
    source=$(at "$RELEASES/source")
    rm -rf "$source" && mkdir -p "$source"
    if [ -n "$WHEELHOUSE" ]; then
        cp "$WHEELHOUSE"/*.whl "$WHEELHOUSE/run.txt" "$source"
        pip_from="--no-index --find-links $RELEASES/source"
        packages=perroquet
    else
        cp "$REQUIREMENTS" "$source"
        (cd "$CHECKOUT" && cp -R pyproject.toml README.md LICENSE CHANGELOG.md device firmware hardware systemd "$source")
        pip_from="" packages=$RELEASES/source
    fi
    say "Environment $release"
    inside python3 -m venv --system-site-packages "$release"
    # shellcheck disable=SC2086  # options
    inside "$release/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --ignore-installed \
        $pip_from --requirement "$RELEASES/source/run.txt" || die "the packages did not come; the old release still serves"
    # Building the checkout wants hatchling, which pip fetches; a wheelhouse holds the wheel itself.
    # shellcheck disable=SC2086
    inside "$release/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps $pip_from "$packages" ||
        die "Perroquet itself did not come; the old release still serves"
    inside "$release/bin/perroquet" demo --game jungle-speed --seed 1 >/dev/null ||
        die "the new release does not play its demo; the old one still serves"
    rm -rf "$source"
    NEW_RELEASE=$release
}

# The evening is copied while nobody writes, the name moves at once; what does not come up moves back.
switch_release() {
    [ -n "${NEW_RELEASE:-}" ] || return 0
    local old
    old=$(readlink "$(at $CURRENT)" || true)
    [ ! -d "$(at $CURRENT)" ] || [ -L "$(at $CURRENT)" ] || mv "$(at $CURRENT)" "$(at "$RELEASES/before")"
    if live; then systemctl stop perroquet.service 2>/dev/null || true; fi
    keep_evening
    point_to "$NEW_RELEASE"
    if live; then
        systemctl enable --quiet perroquet.service
        say "Sounds and voice (some minutes, once):"
        runuser -u perroquet -- $CURRENT/bin/perroquet sound render || warn "the sounds are made at the first start instead"
        if ! systemctl start perroquet.service; then
            [ -n "$old" ] || die "it did not start; 'journalctl -u perroquet' says why"
            point_to "$old"
            systemctl reset-failed perroquet.service && systemctl start perroquet.service
            die "the new release did not start; the old one serves again ('journalctl -u perroquet' says why)"
        fi
    fi
    find "$(at $RELEASES)" -mindepth 1 -maxdepth 1 ! -path "$(at "$NEW_RELEASE")" ! -path "$(at "${old:-/none}")" \
        -exec rm -rf {} +
}

point_to() { ln -sfn "$1" "$(at $CURRENT.new)" && mv -T "$(at $CURRENT.new)" "$(at $CURRENT)"; }

keep_evening() {
    [ -f "$(at $STATE/evening.db)" ] || return 0
    install -d -m 700 "$(at $STATE/before-update)"
    cp -p "$(at $STATE)"/evening.db* "$(at $STATE/before-update)"
    say "The running evening is kept, and copied to $STATE/before-update."
}

install_files() {
    local line source target mode
    for line in $FILES; do
        IFS=: read -r source target mode <<<"$line"
        put "$mode" "$target" <"$HERE/$source"
    done
    [ -e "$(at $SETTINGS)" ] || put 644 $SETTINGS <"$HERE/perroquet.toml"
    if [ "$CARD" != keep ]; then sed "s/\"MAX98357A\"/\"$CARD\"/" "$HERE/perroquet.alsa" | put 644 $SOUND; fi
    if [ "$HOTSPOT_WANTED" = yes ] && [ ! -e "$(at $HOTSPOT)" ]; then
        # The key is no program's argument and is not shown; 'sudo nmcli device wifi show-password' does, with a QR code.
        local profile key
        profile=$(<"$HERE/perroquet.nmconnection") key=$(tr -dc 0-9 </dev/urandom | head -c 16 || true)
        printf '%s\n' "${profile/@KEY@/$key}" | put 600 $HOTSPOT
    fi
    local avahi
    avahi=$(at /etc/avahi/avahi-daemon.conf)
    if [ -f "$avahi" ] && ! grep -q '^host-name=' "$avahi"; then
        sed 's/^\[server\]$/&\n# perroquet\nhost-name=perroquet/' "$avahi" | put 644 /etc/avahi/avahi-daemon.conf
    fi
}

install_boot() {
    local config line
    config=$(boot_file config.txt) line=$(boot_file cmdline.txt)
    if [ -n "$config" ]; then
        { without_block "$(at "$config")"; say "$BEGIN"; cat "$HERE/perroquet.boot"; say "$END"; } | put 755 "$config"
    else
        warn "no config.txt: overlays are not set; on a Pi they go into /boot/firmware/config.txt"
    fi
    # GPIO14 and 15 are seats 7 and 8; a console there would talk to the buttons.
    if [ -n "$line" ] && grep -q "$SERIAL_CONSOLE" "$(at "$line")"; then
        cp "$(at "$line")" "$(at "$line.before-perroquet")"
        sed "s/$SERIAL_CONSOLE *//" "$(at "$line.before-perroquet")" | put 755 "$line"
    fi
}

install_data_partition() {
    [ "$DATA_PARTITION" = yes ] || return 0
    if live; then
        [ -e /dev/disk/by-label/perroquet-data ] || die "no partition is labelled perroquet-data; README.md says how to make it"
        if ! mountpoint -q $STATE; then
            systemctl stop perroquet.service 2>/dev/null || true  # nothing may be written between copy and move
            local there
            there=$(mktemp -d)
            mount LABEL=perroquet-data "$there"
            if [ -d $STATE ] && [ ! -e "$there/evening.db" ]; then cp -a $STATE/. "$there"; fi
            umount "$there" && rmdir "$there"
        fi
    fi
    put 644 $MOUNT <"$HERE/perroquet.mount"
    mkdir -p "$(at $STATE)" "$(dirname "$(at $MOUNT_WANTED)")"
    ln -sfn $MOUNT "$(at $MOUNT_WANTED)"
    if live; then systemctl daemon-reload && systemctl start "$(basename $MOUNT)"; fi
}

take_up() {
    if system_there && [ "$ROOT" != / ]; then
        inside systemd-sysusers && inside systemctl enable --quiet perroquet.service
    fi
    live || return 0
    systemd-sysusers && systemd-tmpfiles --create perroquet.conf
    modprobe i2c-dev 2>/dev/null || true
    systemctl daemon-reload
    udevadm control --reload && udevadm trigger
    systemctl try-restart polkit avahi-daemon 2>/dev/null || true  # avahi reads its name only when it starts
    nmcli connection reload 2>/dev/null || true
}

do_install() {
    check_system
    say "Perroquet into $ROOT:"
    install_parts
    install_release
    install_files
    install_boot
    install_data_partition
    take_up
    switch_release
    say "Done. Restart once (overlays), then: sudo -u perroquet $CURRENT/bin/perroquet doctor"
}

do_uninstall() {
    check_system
    if live; then systemctl disable --now --quiet perroquet.service 2>/dev/null || true; fi
    local line source target mode config cmdline
    for line in $FILES "x:$SOUND:x" "x:$HOTSPOT:x" "x:/etc/systemd/system/multi-user.target.wants/perroquet.service:x" \
        "x:$MOUNT:x" "x:$MOUNT_WANTED:x"; do
        IFS=: read -r source target mode <<<"$line"
        rm -f "$(at "$target")"
    done
    rm -rf "$(at $CURRENT)" "$(at $RELEASES)"
    config=$(boot_file config.txt) cmdline=$(boot_file cmdline.txt)
    if [ -n "$config" ]; then without_block "$(at "$config")" | put 755 "$config"; fi
    if [ -n "$cmdline" ] && [ -f "$(at "$cmdline.before-perroquet")" ]; then
        mv "$(at "$cmdline.before-perroquet")" "$(at "$cmdline")"
    fi
    if [ -f "$(at /etc/avahi/avahi-daemon.conf)" ]; then
        sed '/^# perroquet$/,/^host-name=perroquet$/d' "$(at /etc/avahi/avahi-daemon.conf)" |
            put 644 /etc/avahi/avahi-daemon.conf
    fi
    if [ "$PURGE" = yes ]; then
        if [ -d "$(at $STATE)" ]; then find "$(at $STATE)" -mindepth 1 -delete; fi
        if live && mountpoint -q $STATE; then umount $STATE; fi
        rm -rf "$(at $STATE)" "$(at /etc/perroquet)"
        if system_there; then inside userdel perroquet 2>/dev/null || true; fi
        say "Gone, with its evenings and settings."
    else
        say "Gone. Evenings stay in $STATE, settings in /etc/perroquet; --purge takes them too."
    fi
    if live; then systemctl daemon-reload; udevadm control --reload; fi
}

make_wheelhouse() {
    local version platforms=''
    mkdir -p "$1"
    for version in 17 28 34 36; do platforms="$platforms --platform manylinux_2_${version}_$MACHINE"; done
    platforms="$platforms --platform manylinux2014_$MACHINE"
    for version in 3.11 3.13; do
        # shellcheck disable=SC2086  # options
        python3 -m pip download --quiet --no-deps --only-binary=:all: --implementation cp $platforms \
            --python-version $version --dest "$1" --requirement "$REQUIREMENTS"
    done
    python3 -m pip wheel --quiet --no-deps --wheel-dir "$1" "$CHECKOUT"
    cp "$REQUIREMENTS" "$1/run.txt"
    say "$1 holds $(find "$1" -name '*.whl' | wc -l) wheels. On the Pi: sudo bash install.sh --wheelhouse $1"
}

while [ $# -gt 0 ]; do
    case $1 in
    --root | --wheelhouse | --sound | --make-wheelhouse | --machine) [ $# -ge 2 ] || { usage >&2; exit 2; } ;;&
    --root) ROOT=$(realpath -m "$2"); shift ;;
    --wheelhouse) WHEELHOUSE=$(realpath "$2"); shift ;;
    --sound) CARD=$2; shift ;;
    --make-wheelhouse) ACTION=wheelhouse WHEELHOUSE=$2; shift ;;
    --machine) MACHINE=$2; shift ;;
    --no-hotspot) HOTSPOT_WANTED=no ;;
    --data-partition) DATA_PARTITION=yes ;;
    --uninstall) ACTION=uninstall ;;
    --purge) PURGE=yes ;;
    --help | -h) usage; exit 0 ;;
    *) warn "unknown option '$1'"; usage >&2; exit 2 ;;
    esac
    shift
done
case $ACTION in
install) do_install ;;
uninstall) do_uninstall ;;
wheelhouse) make_wheelhouse "$WHEELHOUSE" ;;
esac
