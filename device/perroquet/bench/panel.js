// The bench's hands: pointers, keys and the grab form become events of the page; nothing is decided here.
(() => {
  const tell = (name, detail) => document.querySelector(".bench")?.dispatchEvent(new CustomEvent(name, { detail }));
  const held = new Map();  // pointer, key or chord -> line
  const CHORD_MS = 2300;  // the device wants two seconds; the network may be late

  const press = (hand, line) => {
    if (held.has(hand)) return;
    held.set(hand, line);
    mark(line);
    tell("bench_press", line);
  };
  const release = (hand) => {
    const line = held.get(hand);
    if (line === undefined) return;
    held.delete(hand);
    mark(line);
    if (![...held.values()].includes(line)) tell("bench_release", line);
  };
  const mark = (line) => {
    const down = [...held.values()].includes(line);
    document.querySelector(`[data-line="${line}"]`)?.toggleAttribute("data-down", down);
  };
  const everything = () => [...held.keys()].forEach(release);

  let angle = 0;
  const turn = (steps) => {
    angle += 15 * steps;
    document.querySelector(".knob")?.style.setProperty("--angle", `${angle}deg`);
    tell("bench_turn", steps);
  };

  const lineOf = (target) => target.closest?.("[data-line]")?.dataset.line;
  const typing = (target) => target.closest?.("input, select, textarea") !== null;
  const KEYS = { s: "start", m: "mode", h: "hush" };
  const byKey = (event) => KEYS[event.key.toLowerCase()] ?? (/^[1-8]$/.test(event.key) ? `seat_${event.key}` : undefined);

  addEventListener("pointerdown", (event) => {
    const line = lineOf(event.target);
    if (line === undefined || event.button !== 0) return;
    event.target.setPointerCapture?.(event.pointerId);
    press(`pointer ${event.pointerId}`, line);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    addEventListener(end, (event) => release(`pointer ${event.pointerId}`), true);
  addEventListener("contextmenu", (event) => { if (lineOf(event.target)) event.preventDefault(); });

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const focused = lineOf(event.target);
    if (focused && (event.key === " " || event.key === "Enter")) {
      event.preventDefault();
      if (!event.repeat) press(`key ${event.code}`, focused);
      return;
    }
    if (typing(event.target)) return;
    const line = byKey(event);
    if (line !== undefined && !event.repeat) press(`key ${event.code}`, line);
    if (event.key === "ArrowRight") turn(1);
    if (event.key === "ArrowLeft") turn(-1);
  });
  addEventListener("keyup", (event) => release(`key ${event.code}`));
  addEventListener("blur", everything);
  document.addEventListener("visibilitychange", () => { if (document.hidden) everything(); });

  // A screen reader clicks without a pointer: that is a tap.
  addEventListener("click", (event) => {
    const line = lineOf(event.target);
    if (line !== undefined && event.detail === 0 && event.pointerType === "") tell("bench_tap", line);
    const steps = event.target.closest?.("[data-turn]")?.dataset.turn;
    if (steps !== undefined) turn(Number(steps));
    const chord = event.target.closest?.("[data-chord]")?.dataset.chord.split(" ") ?? [];
    chord.forEach((line) => press(`chord ${line}`, line));
    if (chord.length) setTimeout(() => chord.forEach((line) => release(`chord ${line}`)), CHORD_MS);
    const ready = event.target.closest?.("[data-ready]");
    if (ready) fill(ready.closest("form"), JSON.parse(ready.dataset.ready));
  });
  addEventListener("wheel", (event) => {
    if (!event.target.closest?.(".knob")) return;
    event.preventDefault();
    turn(event.deltaY < 0 ? 1 : -1);
  }, { passive: false });

  // The grab form: its fields live in the browser until they are sent, and in the form that takes its place.
  let drawn, kept = [];
  const keep = () => { kept = [...new FormData(drawn)]; };
  new MutationObserver(() => {
    const form = document.querySelector("form.grab");
    if (form === null || form === drawn) return;
    drawn = form;
    fill(form, Object.fromEntries(kept));
  }).observe(document.documentElement, { childList: true, subtree: true });
  addEventListener("reset", (event) => setTimeout(() => { if (event.target === drawn) { keep(); shown(drawn); } }));
  const fill = (form, values) => {
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
    shown(form);
    if (kept.length || Object.keys(values).length) keep();
  };
  const shown = (form) => form.querySelectorAll("input[type=range]").forEach((range) => {
    range.parentElement.querySelector("output").textContent = `${range.value} ${range.dataset.unit}`;
  });
  addEventListener("input", (event) => { const form = event.target.closest?.("form.grab"); if (form) { shown(form); keep(); } });
  addEventListener("submit", (event) => {
    const form = event.target.closest("form.grab");
    if (!form) return;
    event.preventDefault();
    const number = (name) => Number(form.elements[name].value);
    const hand = (n) => ({ seat: number(`seat${n}`), fingers: number(`fingers${n}`), top_mm: number(`top${n}`) });
    const tap = event.submitter?.name === "tap";
    const hands = tap || number("seat2") < 0 ? [hand(1)] : [hand(1), hand(2)];
    tell("bench_grab", { hands, gap_ms: number("gap"), tap });
    document.querySelector(".hero")?.scrollIntoView({ behavior: "smooth", block: "nearest" });
  });
})();
