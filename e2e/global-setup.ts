import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startProduct } from "#scripts/stack/start-product.ts";
import { startMailServer } from "#test/mail/mail-server.ts";

/** Starts the whole product for the browser tests, as the demo does. Tests reach it through e2e/stack.ts. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-e2e-"));
  const mail = path.join(folder, "mail");
  await mkdir(mail);
  let received = 0;
  const mailServer = await startMailServer(async (message) => {
    received += 1;
    const name = String(received).padStart(6, "0");
    // The tests list the folder and read every file in it, so a message appears there only when it is complete.
    const draft = path.join(folder, name);
    await writeFile(draft, JSON.stringify(message));
    await rename(draft, path.join(mail, name));
  });
  Object.assign(process.env, { SMTP_URL: mailServer.url, MAIL_FROM: "Till <till@till.example>", TILL_E2E_MAIL: mail });
  // All browsers of these tests have one address.
  process.env.RATE_LIMIT_PAGES_PER_ADDRESS = "0";
  const product = await startProduct({
    folder,
    dev: false,
    port: 4100,
    durability: "off",
    knownApiKey: null,
    // The overview's picture shows payments.
    pastPayments: process.env.TILL_SCREENS === undefined ? 0 : 300,
    onStep: () => undefined,
  });
  process.env.TILL_E2E = JSON.stringify({ ...product.file, databaseUrl: product.databaseUrl });
  return async () => {
    await product.stop();
    await mailServer.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
