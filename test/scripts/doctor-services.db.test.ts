import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { databaseChecks } from "#scripts/doctor/database-checks.ts";
import { runChecks } from "#scripts/doctor/run-checks.ts";
import { sendTestAlarm } from "#scripts/doctor/send-test.ts";
import { serviceChecks } from "#scripts/doctor/service-checks.ts";
import { checkCertificate } from "#scripts/doctor/web-checks.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { type MailServer, startMailServer } from "#test/mail/mail-server.ts";
import { createRealRedis } from "#test/redis/real-redis.ts";
import type { RedisServer } from "#test/redis/redis-server.ts";
import { createSmallRedis } from "#test/redis/small-redis.ts";
import { createPartner } from "#test/stack/partner.ts";
import { type Receiver, startReceiver } from "#test/webhooks/receiver.ts";

let database: ServiceDatabase;
let mail: MailServer;
let redis: RedisServer;
let receiver: Receiver;
let folder: string;
let ready: { status: number; body: object };
const web = createServer((_request, response) => {
  response.writeHead(ready.status, { "content-type": "application/json" }).end(JSON.stringify(ready.body));
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "till-doctor-"));
  mail = await startMailServer(() => undefined);
  redis = (await createRealRedis()) ?? (await createSmallRedis());
  await redis.start();
  receiver = await startReceiver();
  await once(web.listen(0, "127.0.0.1"), "listening");
  database = await startDatabase({
    PUBLIC_URL: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
    SMTP_URL: mail.url,
    MAIL_FROM: "Till <till@till.example>",
    REDIS_URL: redis.url,
    ALARM_EMAIL: "on-call@till.example,gone@till.example",
    ALARM_SLACK_URL: receiver.url("/slack"),
    BACKUP_TIMESTAMP_FILE: path.join(folder, "backup"),
  });
});
afterAll(async () => {
  await database.stop();
  await redis.stop();
  await receiver.stop();
  web.closeAllConnections();
  web.close();
  await rm(folder, { recursive: true });
});

async function findingsOf(check: string): Promise<string[]> {
  const all = [...databaseChecks, ...serviceChecks].filter(({ name }) => name === check);
  return (await runChecks(all)).map(({ result, text }) => `${result}: ${text}`);
}

test("a web process that answers, that has a problem, and something else at its address", async () => {
  ready = { status: 200, body: { status: "ready" } };
  expect(await findingsOf("web")).toEqual(["ok: a web process is ready at PUBLIC_URL"]);
  ready = { status: 200, body: { status: "ready", degraded: ["the pages' process doesn't run"] } };
  expect(await findingsOf("web")).toEqual([
    "ok: a web process is ready at PUBLIC_URL",
    "warning: the pages' process doesn't run",
  ]);
  ready = { status: 503, body: { status: "unavailable", reasons: ["Base doesn't answer"] } };
  expect(await findingsOf("web")).toEqual(["problem: the web process isn't ready: Base doesn't answer"]);
  ready = { status: 404, body: { error: "not found" } };
  expect(await findingsOf("web")).toEqual([
    "problem: /readyz of PUBLIC_URL answers with status 404, and not as Till does",
  ]);
});

test("a certificate is judged by the time that it has left", async () => {
  const key = path.join(folder, "key.pem");
  const cert = path.join(folder, "cert.pem");
  const made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "90", "-keyout", key, "-out", cert];
  const { status, stderr } = spawnSync("openssl", ["req", ...made, "-subj", "/CN=localhost"]);
  if (status !== 0) throw new Error(String(stderr));
  const server = createTlsServer({ key: await readFile(key), cert: await readFile(cert) });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const judgeIn = async (days: number) => {
    const restore = useClock({ now: () => new Date(Date.now() + days * 86_400_000) });
    const found = await checkCertificate(`https://localhost:${(server.address() as AddressInfo).port}`);
    restore();
    return found.map(({ result, text }) => `${result}: ${text}`);
  };
  expect(await judgeIn(10)).toEqual(["ok: the certificate of localhost is valid for 80.0 days"]);
  expect(await judgeIn(80)).toEqual(["warning: the certificate of localhost expires in 10.0 days"]);
  expect(await judgeIn(89)).toEqual(["problem: the certificate of localhost expires in 1.0 days"]);
  expect(await judgeIn(91)).toEqual([expect.stringMatching(/^problem: the certificate of localhost expired on /)]);
  server.close();
  expect(await checkCertificate("https://127.0.0.1:1")).toMatchObject([{ result: "problem" }]);
});

test("a mail server and a Redis that answer, and that don't", async () => {
  expect(await findingsOf("email")).toEqual([expect.stringMatching(/^ok: 127\.0\.0\.1:\d+ accepts connections/)]);
  expect(await findingsOf("Redis")).toEqual(["ok: answers"]);
  await redis.stop();
  expect(await findingsOf("Redis")).toEqual(["problem: doesn't answer"]);
});

test("a test alarm reaches each channel, and a channel that refuses it fails", async () => {
  mail.refuseAddress("gone@till.example");
  const found = await sendTestAlarm();
  expect(found.map(({ result, text }) => `${result}: ${text}`)).toEqual([
    "ok: email on-call@till.example accepted it: check that it arrives",
    expect.stringMatching(/^problem: email gone@till\.example: .*No such user/),
    "ok: slack accepted it: check that it arrives",
  ]);
  expect(receiver.received[0]?.body).toContain("this is a test of the alarms");
  await mail.stop();
  expect(await findingsOf("email")).toEqual([expect.stringMatching(/^problem: 127\.0\.0\.1/)]);
});

test("a secret that is encrypted with a key which isn't configured", async () => {
  expect((await findingsOf("keys"))[0]).toBe(
    "ok: DATA_ENCRYPTION_KEY encrypts, and everything stored can be decrypted",
  );
  const { partnerId } = await createPartner();
  await database.query(
    `INSERT INTO webhook_endpoint (id, partner_id, url, api_version, secret_key_id, secret, created_at, updated_at)
     VALUES ($1, $2, 'https://shop.example/hooks', '2026-02-18', 'abcd', '\\x00', now(), now())`,
    [newId("whe", new Date()), partnerId],
  );
  expect(await findingsOf("keys")).toContain(
    "problem: 1 webhook secrets are encrypted with the key abcd, which isn't configured",
  );
});

test("a backup job that doesn't succeed isn't hidden by anything else", async () => {
  const file = path.join(folder, "backup");
  expect(await findingsOf("backups")).toEqual([`problem: ${file} isn't there, so no backup has succeeded`]);
  await writeFile(file, "");
  expect(await findingsOf("backups")).toEqual([`ok: the newest backup (${file}) is 0.0 hours old`]);
  const old = new Date(Date.now() - 48 * 3_600_000);
  await utimes(file, old, old);
  expect(await findingsOf("backups")).toEqual([`problem: the newest backup (${file}) is 48 hours old`]);
});

test("books that haven't been reconciled for a day are a problem", async () => {
  const set = (hours: number) =>
    database.query(
      `INSERT INTO book_checkpoint (id, ledger_id, transfer_id, relay_id, checked_at)
       VALUES (1, 0, 0, 0, now() - $1 * interval '1 hour') ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
      [hours],
    );
  expect(await findingsOf("books")).toEqual(["warning: never reconciled"]);
  await set(5);
  expect(await findingsOf("books")).toEqual(["warning: last reconciled 5.0 hours ago"]);
  await set(25);
  expect(await findingsOf("books")).toEqual(["problem: last reconciled 25.0 hours ago"]);
});

test("information about something that needs no action is no problem", async () => {
  await database.query(
    `INSERT INTO alarm (kind, subject, level, message, facts, is_event, source, count, first_seen_at, last_seen_at, quiet_at,
       notified_at)
     VALUES ('payment_recovered', 'pay_1', 'info', 'recovered', '{}', true, 'x', 1, now(), now(), now(), now())`,
  );
  const found = await findingsOf("alarms");
  expect(found[1]).toMatch(/^ok: payment_recovered \(pay_1\)/);
});
