// What stays in the browser: a seat's private notes. Nothing here speaks to the device.
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
})();
