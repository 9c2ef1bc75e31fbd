// What stays in the browser: a seat's private notes, how large a photo is, and where the keyboard was when what it was
// on went away. Nothing here speaks to the device.
(() => {
  const key = (field) => `perroquet-notes-${field.dataset.notes}`;
  const filled = new WeakSet();
  new MutationObserver(() => {
    for (const field of document.querySelectorAll("textarea[data-notes]")) {
      if (filled.has(field)) continue;
      filled.add(field);
      field.value = localStorage.getItem(key(field)) ?? "";
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
  addEventListener("input", (event) => {
    if (event.target.matches?.("textarea[data-notes]")) localStorage.setItem(key(event.target), event.target.value);
  });

  let panel;  // with the focus in it
  addEventListener("focusin", (event) => { panel = event.target.closest(".panel") ?? undefined; });
  addEventListener("pointerdown", () => { panel = undefined; });
  new MutationObserver(() => {
    if (panel?.isConnected && document.activeElement === document.body) {
      panel.tabIndex = -1;
      panel.focus({ preventScroll: true });
    }
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "disabled"] });

  let zoom = 1;
  addEventListener("click", (event) => {
    const step = Number(event.target.closest?.("[data-zoom]")?.dataset.zoom ?? 0);
    if (!step) return;
    zoom = Math.min(6, Math.max(1, zoom * (step > 0 ? 1.5 : 1 / 1.5)));
    document.querySelector(".photo-frame")?.style.setProperty("--zoom", zoom);
  });
})();
