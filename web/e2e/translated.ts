import type { Page } from "@playwright/test";

/**
 * Translates the page like the translator built into Chrome: replaces each text node, new ones
 * too, by `<font><font>` with a text node of its own. What React holds is no longer in the page.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const skipped = "script, style, noscript, textarea, title, svg, font, .notranslate";

    function translate(node: Node): void {
      if (node instanceof Text) {
        const parent = node.parentElement;
        if (!parent || parent.closest(skipped) || node.data.trim() === "") return;
        const outer = document.createElement("font");
        const inner = outer.appendChild(document.createElement("font"));
        inner.textContent = node.data;
        node.replaceWith(outer);
      } else for (const child of Array.from(node.childNodes)) translate(child);
    }

    translate(document.body);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text) translate(target);
        for (const node of addedNodes) translate(node);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}
