import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { actAs } from "#lib/core/actor.ts";
import { newId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { setEmbedOrigins } from "#lib/domain/partners/embed-origins.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import { changeRole, removeMember } from "#lib/domain/partners/members/manage-members.ts";
import { emailPasskeyChange } from "#lib/domain/partners/users/passkeys/email-passkey-change.ts";
import { beginSecondFactor } from "#lib/domain/partners/users/second-factor/begin-second-factor.ts";
import { confirmSecondFactor } from "#lib/domain/partners/users/second-factor/confirm-second-factor.ts";
import { endSecondFactor, renewRecoveryCodes } from "#lib/domain/partners/users/second-factor/end-second-factor.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { sendMail } from "#lib/jobs/mail/send-mail.ts";
import { jobPayloads } from "#lib/queue/enqueue.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser, testPassword } from "#test/domain/create-user.ts";
import { type MailServer, type Received, startMailServer } from "#test/mail/mail-server.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let mailServer: MailServer;
let owner: Member;
let second: Member;
let viewer: Member;
const received: Received[] = [];

beforeAll(async () => {
  mailServer = await startMailServer((message) => void received.push(message));
  database = await startDatabase({ SMTP_URL: mailServer.url, MAIL_FROM: "Till <till@till.example>" });
});
afterAll(async () => {
  await database.stop();
  await mailServer.stop();
});
beforeEach(async () => {
  const { partnerId } = await createPartner();
  owner = await createUser(partnerId, "owner");
  second = await createUser(partnerId, "owner");
  viewer = await createUser(partnerId, "viewer");
  // Other partners' owners get none of it.
  await createUser((await createPartner()).partnerId, "owner");
  await database.query("DELETE FROM graphile_worker._private_jobs");
});

const as = <T>({ userId, email }: Member, work: () => Promise<T>) =>
  actAs({ kind: "user", id: userId, name: email }, work);

/** Sends what is queued. @returns who got an email about a change, in order. */
async function deliver(subject: string): Promise<string[]> {
  received.length = 0;
  const jobs = await database.query<{ payload: unknown }>(
    "DELETE FROM graphile_worker._private_jobs RETURNING payload",
  );
  for (const { payload } of jobs) await sendMail(jobPayloads.send_mail.parse(payload));
  return received.flatMap((mail) => (mail.subject === subject ? mail.to : [])).toSorted();
}
const emails = (...members: Member[]) => members.map(({ email }) => email).toSorted();
/** Without the marks that keep emails and names from becoming links. */
const words = () => received.map(({ text }) => text.replaceAll("\u2060", "").replaceAll(/\s+/g, " ")).join(" ");

test("owners learn who was invited, and by whom", async () => {
  await as(second, () => inviteMember(second, "Linus@nowhere.example", "admin"));
  expect(await deliver("A member was invited")).toEqual(emails(owner, second));
  expect(words()).toContain(`${second.email} invited linus@nowhere.example as an admin at `);
  expect(words()).toContain("https://till.example/dashboard/settings/members");
});

test("owners learn of a changed role, also a former owner, and of nothing when the role is the same", async () => {
  await as(owner, () => changeRole(owner, viewer.userId, "viewer"));
  expect(await deliver("A member's role was changed")).toEqual([]);
  await as(owner, () => changeRole(owner, second.userId, "developer"));
  expect(await deliver("A member's role was changed")).toEqual(emails(owner, second));
  expect(words()).toContain(`${owner.email} made ${second.email} a developer at `);
});

test("owners learn of a removed member, also a removed owner", async () => {
  await as(owner, () => removeMember(owner, second.userId));
  expect(await deliver("A member was removed")).toEqual(emails(owner, second));
  expect(words()).toContain(`${owner.email} removed ${second.email} from the account at `);
});

test("owners learn what a removed member has set up that still works, and of nothing when there is none", async () => {
  await as(owner, () => removeMember(owner, viewer.userId));
  await deliver("A member was removed");
  expect(words()).not.toContain("still works");
  const admin = await createUser(owner.scope.partnerId, "admin");
  await as(admin, () => createApiKey(admin.scope.partnerId, "one", ["payments:read"]));
  await as(admin, () => createApiKey(admin.scope.partnerId, "two", ["payments:read"]));
  await as(admin, () => setEmbedOrigins(admin.scope, ["https://shop.example"]));
  await database.query("DELETE FROM graphile_worker._private_jobs");
  await as(owner, () => changeRole(owner, admin.userId, "viewer"));
  const left = `${admin.email} set up access that still works. Revoke what you don't recognize. API keys: 2 Sites that may embed the checkout: 1 Account:`;
  await deliver("A member's role was changed");
  expect(words()).toContain(left);
  await as(owner, () => removeMember(owner, admin.userId));
  await deliver("A member was removed");
  expect(words()).toContain(left);
});

test("a change that fails is emailed to no owner", async () => {
  await expect(as(viewer, () => removeMember(viewer, owner.userId))).rejects.toMatchObject({ code: "forbidden" });
  expect(await deliver("A member was removed")).toEqual([]);
});

test("a member and the owners learn of a second factor that is turned on or off, and of new recovery codes", async () => {
  await as(viewer, async () => {
    const { secret } = await beginSecondFactor(viewer, testPassword);
    const codes = await confirmSecondFactor(viewer, new TOTP({ secret }).generate());
    expect(await deliver("Two-factor authentication was turned on")).toEqual(emails(owner, second, viewer));
    expect(words()).toContain(`${viewer.email} turned on two-factor authentication for ${viewer.email} at `);
    expect(words()).toContain("If this wasn't you, change your password now.");
    const proof = (code = "") => ({ password: testPassword, code });
    const [next] = await renewRecoveryCodes(viewer, proof(codes[0]));
    expect(await deliver("Recovery codes were replaced")).toEqual(emails(owner, second, viewer));
    await endSecondFactor(viewer, proof(next));
    expect(await deliver("Two-factor authentication was turned off")).toEqual(emails(owner, second, viewer));
  });
});

test("of passkeys the owners learn too, and the member gets the email of their own only", async () => {
  const change = { passkeyId: newId("psk", new Date()), name: "Laptop", isAdded: true, at: new Date() };
  await as(owner, () => inTransaction((tx) => emailPasskeyChange(tx, owner, change)));
  expect(await deliver("A member added a passkey")).toEqual([second.email]);
  expect(received.filter(({ to }) => to.includes(owner.email)).map(({ subject }) => subject)).toEqual([
    "A passkey was added to your account",
  ]);
  await as(viewer, () => inTransaction((tx) => emailPasskeyChange(tx, viewer, { ...change, isAdded: false })));
  expect(await deliver("A member removed a passkey")).toEqual(emails(owner, second));
});
