import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const cwd = fileURLToPath(root);
const pages = execFileSync("git", ["ls-files", "*.md"], { cwd, encoding: "utf8" }).trimEnd().split("\n");

/** The anchor that a heading has where Markdown is shown. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

/** Links of a page to files of the repository. Guides of /docs link to paths of an installation, which another test follows. */
function linksIn(page: string): { page: string; link: string; file: URL; anchor: string }[] {
  const text = readFileSync(new URL(page, root), "utf8");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => String(link))
    .filter((link) => !/^([a-z]+:|\/|\{\{)/.test(link))
    .map((link) => ({ page, link, file: new URL(link, new URL(page, root)), anchor: link.split("#")[1] ?? "" }));
}

test("every link between the repository's pages leads to a file, and to a heading of it", () => {
  const links = pages.flatMap(linksIn);
  expect(links.length).toBeGreaterThan(150);
  const broken = links.filter(({ file, anchor }) => {
    if (!existsSync(new URL(file.pathname, file))) return true;
    if (anchor === "") return false;
    const headings = readFileSync(new URL(file.pathname, file), "utf8").matchAll(/^#+ (.+)$/gm);
    return ![...headings].some(([, heading]) => anchorOf(String(heading)) === anchor);
  });
  expect(broken.map(({ page, link }) => `${page}: ${link}`)).toEqual([]);
});
