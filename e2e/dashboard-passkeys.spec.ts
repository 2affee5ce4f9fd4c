import { expect, type Page, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { expectAccessible, picture } from "./look.ts";
import { mailTo } from "./mailbox.ts";
import { createMember, createWorkplace, type TestMember } from "./members.ts";
import { startOtherServer } from "./other-server.ts";
import { stack } from "./stack.ts";

const url = (path: string) => `${stack().baseUrl}${path}`;

/** Gives the browser an authenticator that verifies its user, and answers requests only inside of `pressing`. */
async function plugIn(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  const setPresence = (enabled: boolean) =>
    client.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  return {
    /** Touches the authenticator for as long as `work` runs. */
    async pressing(work: () => Promise<void>): Promise<void> {
      await setPresence(true);
      await work();
      await setPresence(false);
    },
    /** The user fails the fingerprint or PIN from now on, or passes it. */
    setVerified: (isUserVerified: boolean) =>
      client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

async function signInByPassword(page: Page, { email, password }: TestMember): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

test("a passkey is added, signs in, proves that it is the member, and is removed @desktop", async ({ page }, {
  project,
}) => {
  const workplace = await createWorkplace();
  const member = await createMember(workplace, "owner");
  const device = await plugIn(page);
  const dialog = page.getByRole("dialog");
  const items = page.getByRole("region", { name: "Passkeys" }).getByRole("listitem");
  const alert = page.getByRole("alert").filter({ hasText: /\S/ });

  await page.goto(url("/sign-in?next=/dashboard/account"));
  await expectAccessible(page);
  await signInByPassword(page, member);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await expectAccessible(page);
  await picture(page, "passkey-add", project.name);
  await dialog.getByLabel("Name").fill("Work laptop");
  await page.route("**/dashboard/data/passkeys.begin*", (route) => route.abort("connectionfailed"));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Till can't be reached. Check your connection and try again.");
  await page.unroute("**/dashboard/data/passkeys.begin*");
  await device.pressing(async () => {
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(items).toHaveCount(1);
  });
  await expect(items).toContainText("Work laptop");
  await expect(items).toContainText("not used yet");
  await expect(items).toContainText("On one device");
  await expect
    .poll(async () => (await mailTo(member.email)).map(({ subject }) => subject))
    .toEqual(["A passkey was added to your account"]);

  await page.getByRole("button", { name: "Add passkey" }).click();
  await device.pressing(async () => {
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("alert")).toContainText("already has a passkey for your account");
  });
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Rename Work laptop" }).click();
  await dialog.getByLabel("Name").fill("Laptop at work");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect(items).toContainText("Laptop at work");
  await expectAccessible(page);
  await picture(page, "passkeys", project.name);

  await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).first().click();
  await page.waitForURL(/\/sign-in/);
  await page.goto(url("/sign-in?next=/dashboard/account"));
  await device.setVerified(false);
  await device.pressing(async () => {
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(alert).toContainText("cancelled or timed out");
  });
  await expectAccessible(page);
  await picture(page, "passkey-cancelled", project.name);
  await device.setVerified(true);
  await device.pressing(async () => {
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(url("/dashboard/account"));
  });
  await expect(items).toContainText("last used");

  // The session's proof becomes too old.
  await ageProofs(member);
  await page.getByRole("button", { name: "Remove Laptop at work" }).click();
  await dialog.getByRole("button", { name: "Remove passkey" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
  await expect(proof).toContainText("Use a passkey, or enter your password again");
  await expectAccessible(page);
  await picture(page, "passkey-proof", project.name);
  await device.pressing(async () => {
    await proof.getByRole("button", { name: "Use a passkey" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(items).toHaveCount(0);
  });
  await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).first().click();
  await page.waitForURL(/\/sign-in/);
  await page.goto(url("/sign-in"));
  await device.pressing(async () => {
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(alert).toContainText("We don't recognize this passkey");
  });
});

test("the browser suggests passkeys in the email field, and one is enough where the company requires two factors @desktop", async ({
  page,
}, { project }) => {
  const workplace = await createWorkplace();
  const member = await createMember(workplace, "viewer");
  await requireTwoFactors(workplace);
  const device = await plugIn(page);
  await page.goto(url("/sign-in"));
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
  await signInByPassword(page, member);
  await expect(page).toHaveURL(/\/two-factor/);
  await expectAccessible(page);
  await picture(page, "passkey-required", project.name);
  await page.getByRole("button", { name: "Add a passkey instead" }).click();
  await expectAccessible(page);
  await device.pressing(async () => {
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(url("/dashboard"));
  });
  // The dashboard would go to the sign-in page itself when it is refused.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await device.pressing(async () => {
    await page.goto(url("/sign-in?next=/dashboard/merchants"));
    await page.waitForURL(url("/dashboard/merchants"));
  });
  await expect(page.getByRole("heading", { name: "Merchants", level: 1 })).toBeVisible();
});

test("the pages' policy allows passkeys to our own pages only @desktop", async ({ page }) => {
  const response = await page.goto(url("/sign-in"));
  const policy = response?.headers()["permissions-policy"];
  for (const part of ["publickey-credentials-create=(self)", "publickey-credentials-get=(self)"]) {
    expect(policy).toContain(part);
  }
});

test("passkeys are offered in the demo, and not at an IP address, for which browsers have none @desktop", async ({
  page,
}) => {
  const passkey = page.getByRole("button", { name: "Sign in with a passkey" });
  await page.goto(url("/sign-in"));
  await expect(passkey).toBeVisible();
  const server = await startOtherServer();
  await page.goto(`${server.baseUrl}/sign-in`);
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  await expect(passkey).toHaveCount(0);
  await server.stop();
});

const later = "UPDATE user_session SET created_at = created_at - interval '1 hour', proved_at = NULL";

/** Makes a member's sessions as old as if they had been started an hour ago. */
async function ageProofs({ email }: TestMember): Promise<void> {
  await withConnection(stack().databaseUrl, (connection) =>
    connection.query(`${later} WHERE user_id = (SELECT id FROM "user" WHERE email = $1)`, [email]),
  );
}

async function requireTwoFactors({ partnerId }: { partnerId: string }): Promise<void> {
  await withConnection(stack().databaseUrl, (connection) =>
    connection.query("UPDATE partner SET requires_second_factor = true WHERE id = $1", [partnerId]),
  );
}
