import type { Page } from "@playwright/test";

/** Returns the words that a section of a guide prints in bold, in order: what to click, select or open. */
export function wordsOf(guide: Page, heading: string): Promise<string[]> {
  return guide.evaluate((title) => {
    const start = [...document.querySelectorAll("h2")].find(({ textContent }) => textContent === title);
    const words: string[] = [];
    for (let next = start?.nextElementSibling; next != null && next.tagName !== "H2"; next = next.nextElementSibling) {
      words.push(...[...next.querySelectorAll("strong")].map(({ textContent }) => textContent));
    }
    return words;
  }, heading);
}

/** Returns the text of a guide's code sample. */
export async function codeOf(guide: Page, title: string): Promise<string> {
  return (await guide.getByRole("group", { name: title, exact: true }).locator("code").textContent()) ?? "";
}
