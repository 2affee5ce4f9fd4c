import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { actAs } from "#lib/core/actor.ts";
import { type EventId, type InvitationId, newId } from "#lib/core/ids.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { openLink } from "#lib/domain/partners/email-links/open-link.ts";
import { requestLink } from "#lib/domain/partners/email-links/request-link.ts";
import { openInvitation } from "#lib/domain/partners/invitations/accept-invitation.ts";
import { revokeInvitation } from "#lib/domain/partners/invitations/change-invitation.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { startSession } from "#lib/domain/partners/users/start-session.ts";
import { Heartbeats } from "#lib/jobs/heartbeats.ts";
import { startJobQueue } from "#lib/jobs/job-queue.ts";
import { sendMail } from "#lib/jobs/mail/send-mail.ts";
import { tasks } from "#lib/jobs/tasks.ts";
import { jobPayloads } from "#lib/queue/enqueue.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser } from "#test/domain/create-user.ts";
import { type MailServer, type Received, startMailServer } from "#test/mail/mail-server.ts";
import { createPartner } from "#test/stack/partner.ts";
import { until } from "#test/until.ts";

let database: ServiceDatabase;
let mailServer: MailServer;
let owner: Member;
const received: Received[] = [];
/** The time between an email's end and the server's answer. */
let answerAfterMs = 0;

beforeAll(async () => {
  mailServer = await startMailServer((message) => {
    received.push(message);
    return pause(answerAfterMs);
  });
  database = await startDatabase({ SMTP_URL: mailServer.url, MAIL_FROM: "Till <till@till.example>" });
});
afterAll(async () => {
  await database.stop();
  await mailServer.stop();
});
beforeEach(async () => {
  received.length = 0;
  answerAfterMs = 0;
  owner = await createUser((await createPartner()).partnerId, "owner");
});

/** The text without line breaks, and without the marks that keep the words of users from becoming links. */
const readable = (mail: Received | undefined) => mail?.text.replaceAll("\u2060", "").replaceAll(/\s+/g, " ");
const linkIn = ({ text }: Received) => /http\S+#(\S+)/.exec(text)?.[1] ?? "";
const jobs = async () => {
  const rows = await database.query<{ payload: unknown; row: string }>(
    "SELECT payload, j::text AS row FROM graphile_worker._private_jobs j ORDER BY id",
  );
  return rows.map(({ payload, row }) => ({ payload: jobPayloads.send_mail.parse(payload), row }));
};
/** Runs the waiting jobs as the worker does. */
async function work(): Promise<void> {
  for (const { payload } of await jobs()) await sendMail(payload);
  await database.query("DELETE FROM graphile_worker._private_jobs");
}

test("a sign-up sends a link as text and HTML, and its secret is stored nowhere", async () => {
  await requestLink("sign_up", "Grace@Hopper.example");
  const waiting = await jobs();
  expect(waiting.map(({ payload }) => payload)).toEqual([{ kind: "sign_up", email: "grace@hopper.example" }]);
  await work();
  const [message] = received;
  if (message === undefined) throw new Error("nothing came");
  expect(message).toMatchObject({ to: ["grace@hopper.example"], from: "till@till.example" });
  expect(message.subject).toBe("Confirm your email");
  const token = linkIn(message);
  expect(message.text).toContain(`https://till.example/sign-up/complete#${token}`);
  expect(message.html).toContain(`href="https://till.example/sign-up/complete#${token}"`);
  expect(await openLink("sign_up", token)).toEqual({ email: "grace@hopper.example" });
  for (const { row } of waiting) expect(row).not.toContain(token);
});

test("signing up with a registered email sends an email without a secret", async () => {
  await requestLink("sign_up", owner.email);
  await work();
  expect(received.map(({ to }) => to)).toEqual([[owner.email]]);
  expect(received[0]?.text).toContain("https://till.example/sign-in");
  expect(linkIn(received[0] as Received)).toBe("");
  expect(await database.query("SELECT 1 FROM email_token WHERE email = $1", [owner.email])).toEqual([]);
});

test("a changed destination is described to an owner: what changed, by whom, from when, and where to revoke it", async () => {
  const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const added = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
  const from = "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const to = "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  const changes = [
    { asset, from, to },
    { asset: added, from: null, to },
  ];
  const merchant = { merchantId: "mrch_1", merchantName: "Café Lumen" };
  const at = "2026-11-23T08:00:00.000Z";
  const facts = { ...merchant, changes, by: "ada@till.example", at };
  const takesEffectAt = "2026-11-24T08:00:00.000Z";
  await sendMail({ kind: "destinations_changed", email: owner.email, ...facts, takesEffectAt });
  const [message] = received;
  expect(message).toMatchObject({ to: [owner.email], subject: "A settlement destination will change" });
  for (const words of [
    "ada@till.example requested a change to Café Lumen's settlement destinations at 2026-11-23 08:00 UTC.",
    "USDC on Base: changed from 0x7099…79C8 to 0x3C44…93BC.",
    "USDC on Ethereum: 0x3C44…93BC was added.",
    "0x7099…79C8 on Base: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    "0x3C44…93BC on Base: 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    "takes effect at 2026-11-24 08:00 UTC",
    "https://till.example/dashboard/merchants/mrch_1",
  ]) {
    expect(readable(message)).toContain(words);
  }
  expect(readable(message)).not.toContain("eip155:");
});

test("a disabled webhook endpoint is named to an owner, with the reason and the way back", async () => {
  const facts = {
    url: "https://shop.example/<hook>",
    reason: "It answered with status 410.",
    at: "2026-11-23T08:00:00.000Z",
  };
  await sendMail({ kind: "webhook_disabled", email: owner.email, ...facts });
  const [message] = received;
  expect(message).toMatchObject({ to: [owner.email], subject: "A webhook endpoint was disabled" });
  for (const words of [
    "Till stopped sending webhooks to https://shop.example/<hook> at 2026-11-23 08:00 UTC.",
    facts.reason,
    "https://till.example/dashboard/developers",
  ]) {
    expect(readable(message)).toContain(words);
  }
});

test("an owner learns who requires a second factor of all members", async () => {
  const rule = { partnerName: "Acme <b>", by: "ada@till.example", at: "2026-11-23T08:00:00.000Z" };
  await sendMail({ kind: "second_factor_rule", email: owner.email, isRequired: true, ...rule });
  await sendMail({ kind: "second_factor_rule", email: owner.email, isRequired: false, ...rule });
  expect(received.map(({ to, subject }) => [to, subject])).toEqual([
    [[owner.email], "Two-factor authentication is now required"],
    [[owner.email], "Two-factor authentication is no longer required"],
  ]);
  expect(readable(received[0])).toContain(
    "ada@till.example made two-factor authentication mandatory for all members of Acme <b> at 2026-11-23 08:00 UTC.",
  );
  expect(readable(received[1])).toContain("made two-factor authentication optional for");
});

test("a member learns of a passkey that was added or removed, and what to do if it wasn't them", async () => {
  const facts = { email: owner.email, name: "Ada's <b>Mac", at: "2026-11-23T08:00:00.000Z" };
  await sendMail({ kind: "passkey_changed", isAdded: true, ...facts });
  await sendMail({ kind: "passkey_changed", isAdded: false, ...facts });
  expect(received.map(({ to, subject }) => [to, subject])).toEqual([
    [[owner.email], "A passkey was added to your account"],
    [[owner.email], "A passkey was removed from your account"],
  ]);
  const [added] = received;
  for (const words of ["remove the passkey now", "2026-11-23 08:00 UTC", "https://till.example/dashboard/account"]) {
    expect(readable(added)).toContain(words);
  }
  expect(added?.html).not.toContain("<b>Mac");
});

test("a reset link is sent only to emails with an account", async () => {
  await requestLink("password_reset", owner.email);
  await requestLink("password_reset", "unknown@nowhere.example");
  await work();
  expect(received.map(({ to }) => to)).toEqual([[owner.email]]);
  expect(await openLink("password_reset", linkIn(received[0] as Received))).toEqual({ email: owner.email });
});

test("an email that the server rejected is retried with another secret", async () => {
  mailServer.refuse(1);
  const payload = { kind: "password_reset", email: owner.email } as const;
  await expect(sendMail(payload)).rejects.toThrow();
  expect(received).toEqual([]);
  await sendMail(payload);
  await sendMail(payload);
  const [first, second] = received.map(linkIn);
  expect(first).not.toBe(second);
  await openLink("password_reset", String(second));
});

test("several requests before the worker runs send one email", async () => {
  for (let index = 0; index < 3; index += 1) await requestLink("password_reset", owner.email);
  await work();
  expect(received).toHaveLength(1);
});

test("an invitation names the partner, escaped, and isn't sent once revoked", async () => {
  await database.query("UPDATE partner SET name = $2 WHERE id = $1", [
    owner.scope.partnerId,
    `<b>Ink & "Paper"<b> https://evil.example\r\nBcc: all@nowhere.example`,
  ]);
  await inviteMember(owner, "linus@nowhere.example", "developer");
  await work();
  const invited = () => received.filter(({ to }) => to.includes("linus@nowhere.example"));
  const [message] = invited();
  if (message === undefined) throw new Error("nothing came");
  expect(message.to).toEqual(["linus@nowhere.example"]);
  expect(message.raw.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
  expect(message.text).toContain('<b>Ink & "Paper"<b>');
  expect(message.html).toContain("&lt;b&gt;Ink &amp; &quot;Paper&quot;&lt;b&gt;");
  for (const part of [message.text, message.html]) expect(part).not.toContain("evil.example");
  expect(message.html).not.toContain("<b>");
  expect(await openInvitation(linkIn(message))).toMatchObject({ email: "linus@nowhere.example", role: "developer" });
  const [row] = await database.query<{ id: InvitationId }>("SELECT id FROM invitation WHERE revoked_at IS NULL");
  if (row === undefined) throw new Error("no invitation");
  await revokeInvitation(owner, row.id);
  await sendMail({ kind: "invitation", invitationId: row.id });
  expect(invited()).toHaveLength(1);
});

test("an email that a slow mail server takes while the worker stops isn't sent again", async () => {
  answerAfterMs = 7_000;
  await requestLink("sign_up", "slow@hopper.example");
  const stop = new AbortController();
  const queue = await startJobQueue({ taskList: tasks, crontab: "", beats: new Heartbeats() }, stop.signal);
  await until("the email", () => received.length > 0);
  stop.abort();
  await queue.ended;
  expect(await jobs()).toEqual([]);
});

test("no name, email or URL that a user chose becomes a link in any email", async () => {
  const evil = "Visit https://evil.example/login now";
  const common = { email: owner.email, at: "2026-11-23T08:00:00.000Z" };
  const by = "eve@evil.example";
  const { partnerId } = owner.scope;
  await database.query("UPDATE partner SET name = $2 WHERE id = $1", [partnerId, evil]);
  await createApiKey(partnerId, evil, ["payments:read"]);
  const [event] = await database.query<{ id: EventId }>("SELECT id FROM event WHERE partner_id = $1 ORDER BY id DESC", [
    partnerId,
  ]);
  await inviteMember(owner, "linus@nowhere.example", "developer");
  await work();
  const merchant = { merchantId: newId("mrch", new Date()), merchantName: evil };
  const changed = { ...common, ...merchant, by: evil, changes: [], takesEffectAt: null };
  await sendMail({ kind: "destinations_changed", ...changed });
  await sendMail({ kind: "webhook_disabled", ...common, url: "https://evil.example/login", reason: evil });
  await sendMail({ kind: "second_factor_rule", ...common, partnerName: evil, isRequired: true, by });
  await sendMail({ kind: "passkey_changed", ...common, name: evil, isAdded: true });
  const access = { ...common, partnerName: evil, member: "x@evil.example", by: evil };
  await sendMail({ kind: "access_changed", ...access, change: "invited", role: "admin" });
  const notices = { userId: owner.userId, partnerId, total: 1, eventIds: event === undefined ? [] : [event.id] };
  await sendMail({ kind: "notifications", ...notices, isDaily: true });
  expect(received).toHaveLength(8);
  for (const { subject, text, html, to } of received) {
    expect(`${to}: ${[subject, text, html].join("\n").match(/\S*evil\.example\S*|https:\/\/evil\S*/)?.[0]}`).toBe(
      `${to}: undefined`,
    );
    expect(text.replaceAll("\u2060", "")).toContain("evil.example");
  }
});

test("members get emails in the language of the browser that signed in last, and others in that of whom or what asked", async () => {
  const browser = { userAgent: null, locale: "de" } as const;
  await startSession(owner.userId, browser, { passwordHash: null, hasSecondFactor: false });
  await startSession(owner.userId, { ...browser, locale: null }, { passwordHash: null, hasSecondFactor: false });
  const rule = { partnerName: "Acme", by: null, isRequired: true, at: "2026-11-23T08:00:00.000Z" };
  await sendMail({ kind: "second_factor_rule", email: owner.email, ...rule });
  await actAs({ kind: "user", id: owner.userId, name: owner.email }, () =>
    inviteMember(owner, "linus@nowhere.example", "developer"),
  );
  await requestLink("password_reset", owner.email, "fr");
  await requestLink("sign_up", "grace@hopper.example", "ar");
  await requestLink("sign_up", "ada@hopper.example");
  await work();
  const languages = received.map(({ to, html }) => [to[0], /<html lang="([^"]+)"/.exec(html)?.[1]]);
  expect(Object.fromEntries(languages)).toMatchObject({
    [owner.email]: "de",
    "linus@nowhere.example": "de",
    "grace@hopper.example": "ar",
    "ada@hopper.example": "en",
  });
  expect(received[0]?.text).toContain("Zwei-Faktor-Authentifizierung ist jetzt Pflicht");
});
