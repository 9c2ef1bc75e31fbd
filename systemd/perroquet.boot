# The pins are those of hardware/pins.toml. Seats 3-8 need SPI and the serial console off.
[all]
dtparam=i2c_arm=on
dtparam=i2s=on
dtparam=spi=off
enable_uart=0
dtoverlay=max98357a,sdmode-pin=4
dtoverlay=gpio-shutdown,gpio_pin=6,active_low=1,gpio_pull=up
dtparam=watchdog=on
