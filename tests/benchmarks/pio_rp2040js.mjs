// One scan of the PIO program on rp2040js, clocked here cycle by cycle: its own loop runs on timers and skips delays.
// Arguments: the package's folder, then a JSON of {words, wrapTarget, wrap, farads, window}. Prints the words of the scan.
const [folder, wanted] = process.argv.slice(2);
const { Simulator } = await import(`${folder}/dist/esm/index.js`);
const { words, wrapTarget, wrap, farads, window } = JSON.parse(wanted);
const mcu = new Simulator().rp2040;
const quiet = () => {};
mcu.logger = { debug: quiet, info: quiet, warn: quiet, error: console.error };
const pio = mcu.pio[0];
pio.run = quiet;
const PIO = 0x50200000, IO = 0x40014000, PADS = 0x4001c000;
const write = (address, value) => mcu.writeUint32(address, value);
for (let pin = 0; pin < farads.length; pin++) {
  write(IO + pin * 8 + 4, 6);
  write(PADS + 4 + pin * 4, 0x40);
}
words.forEach((word, at) => write(PIO + 0x48 + at * 4, word));
write(PIO + 0xc8, 1 << 16); // no clock division
write(PIO + 0xcc, (wrap << 12) | (wrapTarget << 7));
write(PIO + 0xd0, 0); // shift left, nothing by itself
write(PIO + 0xdc, farads.length << 20);
write(PIO, 1);
const machine = pio.machines[0];
const CLOCK = 125e6, OHM = 1e6, VDD = 3.3, THRESHOLD = 1.65;
const volts = farads.map(() => VDD), keep = farads.map((farad) => Math.exp(-1 / CLOCK / (OHM * farad)));
const told = [];
let pins = 0, owed = machine.cycles;
write(PIO + 0x10, window);
for (let cycle = 0; cycle < 40000 && (told.at(-1) & 0xfff) !== 0xfff; cycle++) {
  for (let pin = 0; pin < farads.length; pin++) {
    volts[pin] = (pio.pinDirections >> pin) & 1 ? 0 : VDD - (VDD - volts[pin]) * keep[pin];
    const high = volts[pin] > THRESHOLD;
    if (high !== Boolean((pins >> pin) & 1)) {
      pins ^= 1 << pin;
      mcu.gpio[pin].setInputValue(high);
    }
  }
  owed++;
  if (machine.cycles < owed) {
    const before = machine.cycles;
    machine.step();
    if (machine.cycles === before) machine.cycles = owed;
  }
  while (!machine.rxFIFO.empty) told.push(mcu.readUint32(PIO + 0x20) >>> 0);
}
console.log(JSON.stringify(told));
