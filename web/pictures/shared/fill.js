/** Fills an element with one piece of markup an item. */
globalThis.fill = (selector, items, markup) => {
  document.querySelector(selector).innerHTML = items.map(markup).join("");
};
