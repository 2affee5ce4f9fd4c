import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import type { Received } from "#test/mail/mail-server.ts";

/** Returns the emails sent to an address, oldest first. The global setup stores them as files. */
export async function mailTo(address: string): Promise<Received[]> {
  const folder = process.env.TILL_E2E_MAIL ?? "";
  const names = (await readdir(folder)).sort();
  const messages = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), "utf8"))),
  );
  return (messages as Received[]).filter(({ to }) => to.includes(address));
}

/** Waits for `count` emails to an address. @returns the link in the newest one. */
export async function linkTo(address: string, count = 1): Promise<string> {
  await expect.poll(async () => (await mailTo(address)).length, { timeout: 20_000 }).toBe(count);
  const text = (await mailTo(address)).at(-1)?.text ?? "";
  const [link] = /http\S+#\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in the message to ${address}: ${text}`);
  return link;
}
