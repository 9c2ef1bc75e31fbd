"""From a score to samples.

`score` says what the jungle does and when, `synthesis` and `jungle` make it, `bank` holds the other sounds, `engine`
mixes them at exact samples, `sinks` carry them to a device, `player` is the process around all that. `orders` is what
is said over its pipes and `timeline` the one way from its sample counter to the host's clock.
"""
