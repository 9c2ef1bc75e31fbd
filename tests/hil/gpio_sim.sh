#!/usr/bin/env bash
# Builds gpio-sim for the kernel of the Debian in ROOT, from Debian's own source of it, and puts it among its modules:
# gpio_sim.sh ROOT KERNEL. Compiler and headers go into a layer over ROOT that is thrown away.
# Debian's kernel may lack the module and the simulated interrupts that it stands on (kernel/irq/irq_sim.c), so both
# become one module.
set -euo pipefail
ROOT=$(realpath "$1") KERNEL=$2
source=linux-source-$(echo "$KERNEL" | cut -d. -f1-2)
layer=$(mktemp -d -p "$(dirname "$ROOT")")
over=$layer/root build=$layer/root/gpio-sim
mkdir "$layer/changes" "$layer/work" "$over"
mount -t overlay -o "lowerdir=$ROOT,upperdir=$layer/changes,workdir=$layer/work" none "$over"
trap 'umount "$over"; rm -rf "$layer"' EXIT

cp /etc/resolv.conf "$over/etc/resolv.conf"
mkdir "$build" && chmod 777 "$build"
chroot "$over" sh -c "apt-get update --quiet=2 &&
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 --no-install-recommends \
        -o DPkg::Options::=--force-unsafe-io linux-headers-$KERNEL make >/dev/null &&
    cd /gpio-sim && apt-get download --quiet=2 $source"
dpkg-deb --fsys-tarfile "$build"/linux-source-*.deb | tar -xO "./usr/src/$source.tar.xz" |
    tar -xJ -C "$build" --strip-components=3 --wildcards '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/*.h' '*/kernel/irq/irq_sim.c'
# The kernel keeps irq_to_desc to itself; generic_handle_irq takes the same way with what modules may use.
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' "$build/irq_sim.c"
mv "$build/gpio-sim.c" "$build/core.c"
printf '%s\n' 'obj-m := gpio-sim.o' 'gpio-sim-y := core.o irq_sim.o' >"$build/Kbuild"
chroot "$over" make --quiet -C "/lib/modules/$KERNEL/build" M=/gpio-sim modules
install -D -m 644 "$build/gpio-sim.ko" "$ROOT/lib/modules/$KERNEL/updates/gpio-sim.ko"
