// The bench's hands: pointers, keys and the grab form become events of the page; nothing is decided here.
(() => {
  const tell = (name, detail) => document.querySelector(".bench")?.dispatchEvent(new CustomEvent(name, { detail }));
  const held = new Map();  // pointer, key or chord -> line
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
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
  // Letters as they are written, digits by their place: AZERTY has & é " ' there, and the digits behind Shift.
  const byKey = (event) => {
    const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code)?.[1];
    return KEYS[event.key.toLowerCase()] ?? (digit && `seat_${digit}`);
  };

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
    for (const [name, value] of Object.entries(values)) {
      if (form.elements[name].type === "checkbox") form.elements[name].checked = value === "on";
      else form.elements[name].value = value;
    }
    shown(form);
    if (kept.length || Object.keys(values).length) keep();
  };
  const shown = (form) => form.querySelectorAll("input[type=range]").forEach((range) => {
    range.parentElement.querySelector("output").textContent = `${range.value} ${range.dataset.unit}`;
  });
  addEventListener("input", (event) => { const form = event.target.closest?.("form.grab"); if (form) { shown(form); keep(); } });
  const number = (form, name) => Number(form.elements[name].value);
  const hand = (form, n, at_ms) => ({
    seat: number(form, `seat${n}`), fingers: number(form, `fingers${n}`), top_mm: number(form, `top${n}`), at_ms,
    wet: form.elements[`wet${n}`].checked, drops: form.elements[`drops${n}`].checked,
  });
  addEventListener("submit", (event) => {
    const form = event.target.closest("form.grab");
    if (!form) return;
    event.preventDefault();
    const tap = event.submitter?.name === "tap";
    const alone = tap || number(form, "seat2") < 0;
    const hands = alone ? [hand(form, 1, 0)] : [hand(form, 1, 0), hand(form, 2, number(form, "gap"))];
    tell("bench_grab", { hands, tap, bump: form.elements.bump.checked });
    document.querySelector(".hero")?.scrollIntoView({ behavior: calm.matches ? "auto" : "smooth", block: "nearest" });
  });

  // A rush: whoever presses its pad within a moment takes part; several fingers on one pad are fingers of one hand.
  const RUSH_MS = 350;
  let rush;
  const grabs = (seat, at) => {
    if (rush === undefined) {
      rush = { began: at, hands: new Map() };
      setTimeout(send, RUSH_MS);
    }
    const mine = rush.hands.get(seat) ?? { at: at - rush.began, fingers: 0 };
    mine.fingers += 1;
    rush.hands.set(seat, mine);
    document.querySelector(`[data-pad="${seat}"]`)?.toggleAttribute("data-down", true);
  };
  const send = () => {
    const form = document.querySelector("form.grab");
    const hands = [...rush.hands].map(([seat, mine], nth) => ({
      ...hand(form, nth === 0 ? 1 : 2, Math.round(mine.at)), seat,
      ...(mine.fingers > 1 ? { fingers: Math.min(5, mine.fingers) } : {}),
    }));
    rush = undefined;
    document.querySelectorAll("[data-pad][data-down]").forEach((pad) => pad.removeAttribute("data-down"));
    tell("bench_grab", { hands, tap: false, bump: form.elements.bump.checked });
  };
  // Pads show the letter that this keyboard has there, where the browser tells it.
  let letters;
  navigator.keyboard?.getLayoutMap?.().then((map) => { letters = map; lettered(); }, () => {});
  const lettered = () => document.querySelectorAll("[data-key]").forEach((pad) => {
    const key = pad.querySelector("kbd"), letter = letters?.get(pad.dataset.key)?.toUpperCase();
    if (letter && key.textContent !== letter) key.textContent = letter;
  });
  new MutationObserver(lettered).observe(document.documentElement, { childList: true, subtree: true });
  const padOf = (target) => target.closest?.("[data-pad]");
  addEventListener("pointerdown", (event) => {
    const pad = padOf(event.target);
    if (pad && event.button === 0) grabs(Number(pad.dataset.pad), event.timeStamp);
  });
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || typing(event.target)) return;
    const focused = padOf(event.target);
    const pad = focused && [" ", "Enter"].includes(event.key) ? focused : document.querySelector(`[data-key="${event.code}"]`);
    if (pad) grabs(Number(pad.dataset.pad), event.timeStamp);
  });

  // The tape of the last grab, played on the drawn totem as slowly as one likes.
  let playing, slow = 10;
  const play = (still = false) => {
    cancelAnimationFrame(playing);
    const data = document.querySelector("[data-tape]")?.dataset.tape;
    const view = document.querySelector(".totem-view");
    if (!data || !view) return;
    const tape = JSON.parse(data);
    const lines = [...view.querySelectorAll(".felt")];
    const told = view.querySelector(".tape-told");
    const began = performance.now();
    view.toggleAttribute("data-playing", true);
    view.querySelectorAll("[data-slow]").forEach((one) => one.setAttribute("aria-pressed", Number(one.dataset.slow) === slow));
    const step = (now) => {
      const ms = still ? Infinity : tape.ms[0] + (now - began) / slow;
      let frame = tape.ms.findIndex((at) => at > ms);
      const over = frame < 0;
      frame = over ? tape.ms.length - 1 : Math.max(0, frame - 1);
      lines.forEach((line, nth) => line.style.setProperty("--level", tape.lines[frame][nth] / 9));
      if (told) told.textContent = `${Math.round(tape.ms[frame])} ms`;
      view.toggleAttribute("data-lifted", tape.lift !== null && tape.ms[frame] >= tape.lift);
      if (!over) playing = requestAnimationFrame(step);
      else view.toggleAttribute("data-playing", false);
    };
    playing = requestAnimationFrame(step);
  };
  new MutationObserver((changes) => {
    const fresh = changes.some((change) => change.type === "attributes" ||
      [...change.addedNodes].some((node) => node.matches?.("[data-tape]") || node.querySelector?.("[data-tape]")));
    if (fresh) play(calm.matches);
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-tape"] });
  addEventListener("click", (event) => {
    const speed = event.target.closest?.("[data-slow]");
    if (!speed) return;
    slow = Number(speed.dataset.slow);
    play();
  });

  // What the simulated speaker plays, in this browser: raw samples as they come, a quarter of a second behind.
  const RATE = 48000, BEHIND_S = 0.25;
  let listening;
  const listen = async (button) => {
    const mine = (listening = new AbortController());
    const sound = new AudioContext({ sampleRate: RATE });
    const said = button.textContent;
    button.textContent = button.dataset.stop;
    button.setAttribute("aria-pressed", "true");
    let at = 0, rest = new Uint8Array();
    try {
      const reader = (await fetch(button.dataset.listen, { signal: mine.signal })).body.getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const bytes = new Uint8Array(rest.length + value.length);
        bytes.set(rest); bytes.set(value, rest.length);
        const frames = bytes.length >> 2;
        rest = bytes.slice(frames << 2);
        if (frames === 0) continue;
        const samples = new Int16Array(bytes.buffer, 0, frames * 2);
        const buffer = sound.createBuffer(2, frames, RATE);
        for (const channel of [0, 1]) {
          const out = buffer.getChannelData(channel);
          for (let nth = 0; nth < frames; nth++) out[nth] = samples[2 * nth + channel] / 32768;
        }
        const source = sound.createBufferSource();
        source.buffer = buffer;
        source.connect(sound.destination);
        if (at < sound.currentTime) at = sound.currentTime + BEHIND_S;
        source.start(at);
        at += buffer.duration;
        button.dataset.heard = Number(button.dataset.heard ?? 0) + frames;
      }
    } catch (error) {
      if (error.name !== "AbortError") console.info("the sound stopped", error);
    } finally {
      sound.close();
      button.textContent = said;
      button.setAttribute("aria-pressed", "false");
      if (listening === mine) listening = undefined;
    }
  };
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-listen]");
    if (!button) return;
    if (listening) listening.abort();
    else listen(button);
  });
})();
