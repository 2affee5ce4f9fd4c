import { readFileSync } from "node:fs";
import path from "node:path";
import { env } from "#lib/env/env.ts";

/** The guides, in the order of their use. Each is a file of `lib/api/docs/guides`. */
const guideIds = [
  "quick-start",
  "accept-a-payment",
  "accept-transfers",
  "embed",
  "data-collection",
  "refunds",
  "wrong-amount",
  "refund-transfer",
  "webhooks",
  "errors",
  "idempotency",
  "testing",
  "go-live",
] as const;

/** A guide: its title, its first paragraph, and the Markdown after that. */
export type Guide = { id: string; title: string; description: string; markdown: string };

let read: readonly Guide[] | undefined;

/** All guides, with the installation's own URL in their commands. Read from files once per process. */
export function guides(): readonly Guide[] {
  read ??= guideIds.map((id) => parseGuide(id, readText(`lib/api/docs/guides/${id}.md`), env().PUBLIC_URL));
  return read;
}

let changes: string | undefined;

/** The software's changelog as Markdown, without its title. Read from its file once per process. */
export function changelog(): string {
  changes ??= readText("CHANGELOG.md")
    .replace(/^# .*\n/, "")
    .replaceAll(/^## \[([^\]]+)\]/gm, "## $1");
  return changes;
}

/** Splits a guide's file. @throws Error when it doesn't begin with a title and a paragraph. */
function parseGuide(id: string, text: string, baseUrl: string): Guide {
  const [, title, description, markdown] = /^# (.+)\n\n(.+)\n\n([\s\S]+)$/.exec(text) ?? [];
  if (title === undefined || description === undefined || markdown === undefined) {
    throw new Error(`the guide ${id} doesn't begin with a title and a paragraph`);
  }
  return { id, title, description, markdown: markdown.replaceAll("{{baseUrl}}", baseUrl) };
}

// The bundle of the pages has no folder of its own, so files are found from the process's folder, as `.next` is.
function readText(file: string): string {
  return readFileSync(path.join(process.cwd(), file), "utf8");
}
