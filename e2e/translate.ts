import type { Page } from "@playwright/test";

/** Translates the page, and what it shows later, as browsers do: each text is replaced by two `<font>` elements around it. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const replace = (text: Text) => {
      const isShown =
        text.data.trim() !== "" && text.parentElement?.closest("script, style, font, svg, option") === null;
      if (!isShown) return;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const replaceIn = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Text[] = node instanceof Text ? [node] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(replace);
    };
    replaceIn(document.body);
    new MutationObserver((mutations) => {
      for (const { addedNodes, target, type } of mutations) {
        if (type === "characterData") replaceIn(target);
        addedNodes.forEach(replaceIn);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
