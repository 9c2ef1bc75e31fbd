#!/usr/bin/env bash
# Builds gpio-sim inside the Debian in ROOT for the kernel KERNEL, from Debian's own source of it: gpio_sim.sh ROOT KERNEL.
# Debian's kernel may lack the module and the simulated interrupts that it stands on (kernel/irq/irq_sim.c), so both
# become one module.
set -euo pipefail
ROOT=$1 KERNEL=$2
source=linux-source-$(echo "$KERNEL" | cut -d. -f1-2)

chroot "$ROOT" install -d -o _apt /gpio-sim
chroot "$ROOT" sh -c "cd /gpio-sim && apt-get download --quiet=2 $source"
dpkg-deb --fsys-tarfile "$ROOT"/gpio-sim/linux-source-*.deb | tar -xO "./usr/src/$source.tar.xz" |
    tar -xJ -C "$ROOT/gpio-sim" --strip-components=3 --wildcards '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/*.h' '*/kernel/irq/irq_sim.c'
# The kernel keeps irq_to_desc to itself; generic_handle_irq takes the same way with what modules may use.
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' "$ROOT/gpio-sim/irq_sim.c"
mv "$ROOT/gpio-sim/gpio-sim.c" "$ROOT/gpio-sim/core.c"
printf '%s\n' 'obj-m := gpio-sim.o' 'gpio-sim-y := core.o irq_sim.o' >"$ROOT/gpio-sim/Kbuild"
chroot "$ROOT" make --quiet -C "/lib/modules/$KERNEL/build" M=/gpio-sim modules
