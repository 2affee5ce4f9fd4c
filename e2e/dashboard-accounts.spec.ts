import { type Browser, expect, type Page, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { newId } from "#lib/core/ids.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { expectAccessible, picture } from "./look.ts";
import { linkTo, mailTo } from "./mailbox.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { startOtherServer } from "./other-server.ts";
import { stack } from "./stack.ts";
import { tabTo } from "./tab-to.ts";

// Axe runs twice on each page and dialog, and passwords are hashed at full cost.
test.describe.configure({ timeout: 400_000 });

const url = (path: string) => `${stack().baseUrl}${path}`;
const newAddress = (name: string) => `${name}-${newId("usr", new Date()).toLowerCase()}@till.example`;
const alertOf = (page: Page) => page.getByRole("alert").filter({ hasText: /\S/ });

/** Opens a page in a separate browser context. */
async function otherVisitor(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a visitor signs up by an emailed link, by keyboard alone @layout", async ({ page }, { project }) => {
  const email = newAddress("grace");
  await page.goto(url("/"));
  await page.getByRole("link", { name: "Sign up" }).focus();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Email");
  await expect(field).toBeVisible();
  await expectAccessible(page);
  await picture(page, "sign-up", project.name);
  await field.focus();
  await page.keyboard.type("grace");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/must be a valid email/i);
  await field.fill("");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Check your email" })).toBeVisible();

  const link = await linkTo(email);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
  await page.getByLabel("Company").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("password123");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Company")).toHaveAccessibleDescription(/Enter a company\./);
  await expect(page.getByLabel("Your name")).toHaveAccessibleDescription("Enter your name.");
  await expectAccessible(page);
  await page.getByLabel("Company").fill("Hopper Ltd");
  await page.getByLabel("Your name").fill("Grace");
  await page.getByRole("button", { name: "Create account" }).press("Enter");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/is too common/i);
  await picture(page, "sign-up-complete", project.name);
  await page.getByLabel("Password").fill("compilers like cobol");
  await page.keyboard.press("Enter");
  await page.waitForURL(url("/dashboard"));
  await expect(page.getByText("Hopper Ltd").first()).toBeVisible();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
});

test("a link that is opened once too often is not called broken @desktop", async ({ page }) => {
  const open = "**/enter/reset.open";
  const error = { code: "rate_limited", message: "Too many attempts. Try again in 15 minutes." };
  await page.route(open, (route) => route.fulfill({ status: 429, json: { error } }));
  await page.goto(`${url("/reset/complete")}#${"a".repeat(43)}`);
  await expect(page.getByText(error.message)).toBeVisible();
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a link is sent again, and to another email @layout", async ({ page }) => {
  const email = newAddress("a-long-name-that-fills-a-line");
  await page.goto(url("/sign-up"));
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email." })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("heading", { name: "Check your email again." })).toBeVisible();
  await linkTo(email, 2);
  await page.getByRole("button", { name: "Use another email" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Email")).toBeFocused();
  const other = newAddress("other");
  await page.getByLabel("Email").fill(other);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status").filter({ hasText: other })).toBeVisible();
  await linkTo(other);
});

test("signing up with a registered email looks the same on screen; only the email says so @desktop", async ({
  page,
}) => {
  const { email } = await createMember(await createWorkplace(), "owner");
  await page.goto(url("/sign-up"));
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Check your email" })).toBeVisible();
  await expect
    .poll(async () => (await mailTo(email)).map(({ subject }) => subject))
    .toEqual(["You already have a Till account"]);
});

test("a password reset signs out every browser @desktop", async ({ page, browser }) => {
  const member = await createMember(await createWorkplace(), "viewer");
  const elsewhere = await otherVisitor(browser);
  await signIn(elsewhere.context(), member);
  await elsewhere.goto(url("/dashboard"));
  await page.goto(url("/sign-in"));
  await expectAccessible(page);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await page.getByLabel("Email").fill(member.email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.goto(await linkTo(member.email));
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/10 characters or more/i);
  await expectAccessible(page);
  await page.getByLabel("New password").fill("a wholly new password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password has been reset.")).toBeVisible();
  await fillSignIn(page, member.email, member.password);
  await expect(alertOf(page)).toHaveText("Incorrect email or password.");
  await fillSignIn(page, member.email, "a wholly new password");
  await page.waitForURL(url("/dashboard"));
  // The open page may be leaving for the sign-in by itself, which would abort its reload.
  const again = await elsewhere.context().newPage();
  await again.goto(url("/dashboard"));
  await expect(again).toHaveURL(/\/sign-in\?next=/);
  await elsewhere.context().close();
});

test("a browser signed out from another loses access with its next request or click", async ({ page, browser }, {
  project,
}) => {
  const member = await createMember(await createWorkplace(), "viewer");
  const [first, second] = [await otherVisitor(browser), await otherVisitor(browser)];
  for (const other of [first, second]) {
    await signIn(other.context(), member);
    await other.goto(url("/dashboard/account"));
  }
  await signIn(page.context(), member);
  await page.goto(url("/dashboard/account"));
  await expect(page.getByRole("listitem").filter({ hasText: "last seen" })).toHaveCount(3);
  await expectAccessible(page);
  await picture(page, "account", project.name);
  await page
    .getByRole("button", { name: /^Sign out Chrome/ })
    .first()
    .click();
  await expect(page.getByRole("listitem").filter({ hasText: "last seen" })).toHaveCount(2);
  // The regular reads of the bell and of the navigation would lose access before the click does.
  await second.route(/\/dashboard\/data\/.+\?input=/, (route) => route.abort());
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "last seen" })).toHaveCount(1);
  await first.reload();
  await expect(first).toHaveURL(/\/sign-in\?next=%2Fdashboard%2Faccount/);
  await second.getByLabel("Your name").fill("Grace");
  await second.getByRole("button", { name: "Save" }).click();
  await expect(second).toHaveURL(/\/sign-in\?next=%2Fdashboard%2Faccount/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  for (const other of [first, second]) await other.context().close();
});

test("two-factor authentication is set up, required of others and at sign-in, and turned off", async ({
  page,
  browser,
}, { project }) => {
  const workplace = await createWorkplace();
  const member = await createMember(workplace, "owner");
  await signIn(page.context(), member);
  await page.goto(url("/dashboard/account"));
  // Set up by keyboard alone.
  await tabTo(page.getByRole("button", { name: "Set up two-factor" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await tabTo(dialog.getByLabel("Your password"));
  await page.keyboard.type("not it, not at all");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription(/is incorrect/i);
  await tabTo(dialog.getByLabel("Your password"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(member.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  await picture(page, "second-factor", project.name);
  const secret = Secret.fromBase32(String(await dialog.locator("code").textContent()).replaceAll(" ", ""));
  const code = new TOTP({ secret }).generate();
  await tabTo(dialog.getByLabel("Code from the app"));
  await page.keyboard.type(code === "000000" ? "000001" : "000000");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Code from the app")).toHaveAccessibleDescription(/match the code/i);
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(new TOTP({ secret }).generate());
  await tabTo(dialog.getByRole("button", { name: "Turn on" }));
  await page.keyboard.press("Enter");
  const shown = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await expect(dialog).not.toContainText("previous recovery codes");
  await expectAccessible(page);
  await tabTo(dialog.getByRole("button", { name: "I've saved them" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();

  const colleague = await otherVisitor(browser);
  const viewer = await createMember(workplace, "viewer");
  await page.goto(url("/dashboard/settings/members"));
  await page.getByRole("button", { name: "Require two-factor" }).click();
  await expect(dialog).toContainText("1 member hasn't set it up yet");
  await expectAccessible(page);
  await picture(page, "second-factor-rule", project.name);
  await dialog.getByRole("button", { name: "Require two-factor" }).click();
  await expect(page.getByRole("button", { name: "Stop requiring two-factor" })).toBeVisible();
  await signIn(colleague.context(), viewer);
  await colleague.goto(url("/dashboard/merchants"));
  await expect(colleague).toHaveURL(/\/two-factor\?next=%2Fdashboard%2Fmerchants$/);
  await expectAccessible(colleague);
  await picture(colleague, "second-factor-required", project.name);
  await colleague.getByLabel("Your password").fill(viewer.password);
  await colleague.getByRole("button", { name: "Continue" }).click();
  const key = String(await colleague.locator("code").textContent()).replaceAll(" ", "");
  await colleague.getByLabel("Code from the app").fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await colleague.getByRole("button", { name: "Turn on" }).click();
  await picture(colleague, "second-factor-required-codes", project.name);
  await colleague.getByRole("button", { name: "I've saved them" }).click();
  await expect(colleague.getByRole("heading", { name: "Merchants", level: 1 })).toBeVisible();
  await colleague.context().close();
  await page.getByRole("button", { name: "Stop requiring two-factor" }).click();
  await dialog.getByRole("button", { name: "Stop requiring" }).click();
  await expect(page.getByRole("button", { name: "Require two-factor", exact: true })).toBeVisible();
  await page.goto(url("/dashboard/account"));

  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await expect(page).toHaveURL(/\/sign-in/);
  await fillSignIn(page, member.email, member.password);
  const field = page.getByLabel("Code");
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await picture(page, "sign-in-code", project.name);
  await field.fill("AAAA-AAAA");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/incorrect or was already used/);
  await field.fill(String(codes[0]));
  await page.keyboard.press("Enter");
  await page.waitForURL(url("/dashboard"));
  await page.goto(url("/dashboard/account"));
  await page.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByLabel("Your password").fill(member.password);
  await dialog.getByLabel("Code").fill(String(codes[1]));
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Set up two-factor" })).toBeVisible();
});

test("changing the password requires the current one @desktop", async ({ page }) => {
  const member = await createMember(await createWorkplace(), "viewer");
  await signIn(page.context(), member);
  await page.goto(url("/dashboard/account"));
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill("not it, not at all");
  await dialog.getByLabel("New password").fill("a wholly new password");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByLabel("Current password")).toHaveAccessibleDescription(/is incorrect/i);
  await expectAccessible(page);
  await dialog.getByLabel("Current password").fill(member.password);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
});

test("a member is invited, joins, changes role and is removed", async ({ page, browser }, { project }) => {
  const workplace = await createWorkplace("Hopper Ltd");
  const owner = await createMember(workplace, "owner");
  const email = newAddress("linus");
  await signIn(page.context(), owner);
  await page.goto(url("/dashboard/settings/members"));
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Role")).toHaveValue("viewer");
  await dialog.getByLabel("Email").fill("linus");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription(/must be a valid email/i);
  await expectAccessible(page);
  await picture(page, "invite", project.name);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(email)).toBeVisible();
  const first = await linkTo(email);
  await page.getByRole("button", { name: `Resend invitation to ${email}` }).click();
  await expect(page.getByText("Invitation renewed.")).toBeVisible();
  const link = await linkTo(email, 2);

  const joining = await otherVisitor(browser);
  await joining.goto(first);
  await expect(joining.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  // Pasted over the other one.
  await joining.goto(link);
  await expect(joining.getByRole("heading", { name: "Join Hopper Ltd" })).toBeVisible();
  await expectAccessible(joining);
  await joining.getByLabel("Your name").fill("Linus");
  await joining.getByLabel("Password").fill("a kernel of its own");
  await joining.getByRole("button", { name: "Accept invitation" }).click();
  await joining.waitForURL(url("/dashboard"));
  await joining.goto(url("/dashboard/settings/members"));
  await expect(joining.getByRole("heading", { name: "2 members" })).toBeVisible();
  await expect(joining.getByRole("button", { name: /Invite|Manage/ })).toHaveCount(0);

  await page.reload();
  await expectAccessible(page);
  await picture(page, "members", project.name);
  await page.getByRole("button", { name: `Manage ${email}` }).click();
  await dialog.getByLabel("Role").selectOption("admin");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await joining.reload();
  await expect(joining.getByRole("button", { name: "Invite member" })).toBeVisible();
  await expect(joining.getByRole("button", { name: `Manage ${owner.email}` })).toHaveCount(0);
  await page.getByRole("button", { name: `Manage ${owner.email}` }).click();
  await dialog.getByRole("button", { name: "Remove member" }).click();
  await dialog.getByRole("button", { name: `Remove ${owner.email}` }).click();
  await expect(alertOf(page)).toHaveText("An account needs at least one owner. Make another member an owner first.");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: `Manage ${email}` }).click();
  await dialog.getByRole("button", { name: "Remove member" }).click();
  await expect(dialog.getByRole("button", { name: `Remove ${email}` })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: `Remove ${email}` }).click();
  await expect(page.getByRole("heading", { name: "1 member" })).toBeVisible();
  await joining.reload();
  await expect(joining).toHaveURL(/\/sign-in/);
  await joining.context().close();
});

test("an owner sees what a removed admin has set up and revokes it, and the admin's own invitation is void @layout", async ({
  page,
  browser,
}, { project }) => {
  const workplace = await createWorkplace("Inkwell");
  const admin = await createMember(workplace, "admin");
  const second = newAddress("second");
  const theirs = await browser.newContext();
  await signIn(theirs, admin);
  const act = async (name: string, data: object) => {
    const response = await theirs.request.post(url(`/dashboard/data/${name}`), {
      data,
      headers: { Origin: stack().baseUrl },
    });
    expect(await response.text()).not.toContain('"error"');
  };
  await act("developers.createKey", { key: "a".repeat(32), name: "Shop server", permissions: ["payments:write"] });
  const filters = { description: "", eventTypes: null, merchantIds: [] };
  await act("webhooks.create", { key: "b".repeat(32), url: "https://hooks.inkwell.example/till", ...filters });
  await act("developers.createApp", { key: "c".repeat(32), name: "Inkwell Wallet" });
  await act("developers.setEmbedOrigins", { origins: ["https://shop.inkwell.example"] });
  await act("members.invite", { email: second, role: "admin" });
  const invitation = await linkTo(second);

  const owner = await createMember(workplace, "owner");
  await signIn(page.context(), owner);
  await page.goto(url("/dashboard/settings/members"));
  await page.getByRole("button", { name: `Manage ${admin.email}` }).click();
  const manage = page.getByRole("dialog");
  await expect(manage.getByText("They sent 1 invitation that is still open.")).toBeVisible();
  await expect(manage.getByRole("button", { name: "Revoke Shop server" })).toBeVisible();
  await expectAccessible(page);
  await picture(page, "manage-member", project.name);
  await manage.getByRole("button", { name: "Remove member" }).click();
  await manage.getByRole("button", { name: `Remove ${admin.email}` }).click();
  const check = page.getByRole("dialog", { name: "Check what still works" });
  for (const words of ["https://hooks.inkwell.example/till", "Inkwell Wallet", "https://shop.inkwell.example"]) {
    await expect(check.getByRole("link", { name: words })).toBeVisible();
  }
  await expectAccessible(page);
  await picture(page, "left-access", project.name);
  await check.getByRole("button", { name: "Revoke Shop server" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(check.getByRole("status")).toHaveText("Revoked");
  await check.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "1 member" })).toBeVisible();
  await expect(page.getByText(second)).toHaveCount(0);

  await page.goto(url("/dashboard/developers/webhooks"));
  await expect(page.getByText("Creator removed")).toBeVisible();
  await expectAccessible(page);
  await picture(page, "left-endpoint", project.name);
  await page.goto(url("/dashboard/developers/apps"));
  await expect(page.getByText("Creator removed")).toBeVisible();

  const returning = await theirs.newPage();
  await returning.goto(invitation);
  await expect(returning.getByText("This link doesn't work")).toBeVisible();
  await theirs.close();
});

test("long after the sign-in, the sites that embed the checkout change only with the password @desktop", async ({
  page,
  context,
}) => {
  const owner = await createMember(await createWorkplace("Careful"), "owner");
  await signIn(context, owner);
  const age = `UPDATE user_session s SET created_at = s.created_at - interval '1 hour' FROM "user" u
    WHERE u.id = s.user_id AND u.email = $1`;
  await withConnection(stack().databaseUrl, (connection) => connection.query(age, [owner.email]));
  await page.goto(url("/dashboard/developers/apps"));
  await page.getByLabel("Origins, one per line").fill("https://shop.example");
  await page.getByRole("button", { name: "Save" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
  await proof.getByRole("button", { name: "Close" }).click();
  await expect(alertOf(page)).toHaveText("Confirm that it's you before you change this.");
  await page.getByRole("button", { name: "Save" }).click();
  await proof.getByLabel("Your password").fill(owner.password);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(proof).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /saved/i })).toBeVisible();
});

test("without email, a renewed invitation says that its link has ended and who creates another @desktop", async ({
  page,
}) => {
  const email = newAddress("grace");
  await signIn(page.context(), await createMember(await createWorkplace(), "owner"));
  await page.goto(url("/dashboard/settings/members"));
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.route("**/dashboard/data/members.list*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), sendsMail: false } });
  });
  await page.getByRole("button", { name: `Resend invitation to ${email}` }).click();
  await expect(page.getByText("The earlier link no longer works. Ask the operator for a new one.")).toBeVisible();
});

test("wrong passwords from one address are throttled without revealing accounts @desktop", async ({ page }) => {
  const email = newAddress("unknown");
  await page.goto(url("/sign-in"));
  for (let index = 0; index < 10; index += 1) {
    const answered = page.waitForResponse(/callback\/credentials/);
    await fillSignIn(page, email, `a wrong password ${index}`);
    await answered;
  }
  await expect(alertOf(page)).toHaveText("Incorrect email or password.");
  await fillSignIn(page, email, "another wrong password");
  await expect(alertOf(page)).toHaveText(/^Too many attempts/);
});

test("a sign-in that fails for an outage isn't called a wrong password, and works once it is over @desktop", async ({
  page,
}) => {
  const member = await createMember(await createWorkplace(), "viewer");
  const query = (text: string) => withConnection(stack().databaseUrl, (client) => client.query(text));
  // Only this member's sessions can't be stored.
  await query(`CREATE FUNCTION fail_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT email FROM "user" WHERE id = NEW.user_id) = '${member.email}' THEN RAISE EXCEPTION 'an outage'; END IF;
    RETURN NEW; END $$`);
  await query("CREATE TRIGGER fail_sign_in BEFORE INSERT ON user_session FOR EACH ROW EXECUTE FUNCTION fail_sign_in()");
  try {
    await page.goto(url("/sign-in"));
    await fillSignIn(page, member.email, member.password);
    await expect(alertOf(page)).toHaveText("We couldn't sign you in. Try again in a moment.");
    await expect(page.getByLabel("Email")).toHaveValue(member.email);
  } finally {
    await query("DROP FUNCTION fail_sign_in CASCADE");
  }
  await fillSignIn(page, member.email, member.password);
  await page.waitForURL(url("/dashboard"));
});

test.describe("other sites and planted cookies @desktop", () => {
  const cookieOf = (headers: { name: string; value: string }[], name: string) =>
    headers.filter((header) => header.name.toLowerCase() === "set-cookie").find(({ value }) => value.includes(name))
      ?.value;

  test("signing in requires the page's CSRF token", async ({ request }) => {
    const member = await createMember(await createWorkplace(), "viewer");
    const form = { email: member.email, password: member.password, json: "true" };
    const csrf = await (await request.get(url("/api/auth/csrf"))).json();
    for (const csrfToken of ["", `${csrf.csrfToken}x`]) {
      await request.post(url("/api/auth/callback/credentials"), { form: { ...form, csrfToken }, maxRedirects: 0 });
      const answer = await request.get(url("/dashboard"), { maxRedirects: 0 });
      expect(answer.headers().location).toContain("/sign-in");
    }
  });

  test("signing in replaces a planted session, which stays worthless", async ({ context }) => {
    const member = await createMember(await createWorkplace(), "viewer");
    const planted = "planted";
    await context.addCookies([{ name: "next-auth.session-token", value: planted, url: stack().baseUrl }]);
    await signIn(context, member);
    const first = (await context.cookies()).find(({ name }) => name === "next-auth.session-token");
    expect(first?.value).not.toBe(planted);
    expect(first).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    await signIn(context, member);
    const second = (await context.cookies()).find(({ name }) => name === "next-auth.session-token");
    expect(second?.value).not.toBe(first?.value);
  });

  test("public mutations require our own origin and JSON", async ({ request }) => {
    const send = (headers: Record<string, string>) =>
      request.post(url("/enter/reset.request"), { headers, data: JSON.stringify({ email: "a@b.example" }) });
    const json = { "content-type": "application/json" };
    expect((await send({ ...json, origin: "https://evil.example" })).status()).toBe(403);
    expect((await send(json)).status()).toBe(403);
    expect((await send({ "content-type": "text/plain", origin: stack().baseUrl })).status()).toBe(403);
    expect((await request.get(url("/enter/reset.request"))).status()).toBe(405);
    const unknown = await request.post(url("/enter/constructor"), {
      headers: { ...json, origin: stack().baseUrl },
      data: {},
    });
    expect(unknown.status()).toBe(404);
  });

  test("next-auth sees no JSON and no reports of browsers, at some of which it fails", async ({ request }) => {
    const json = { "content-type": "application/json; charset=utf-8" };
    expect((await request.post(url("/api/auth/signout"), { headers: json, data: "a=1" })).status()).toBe(415);
    expect((await request.post(url("/api/auth/_log"), { form: { level: "x", code: "X" } })).status()).toBe(204);
  });

  test("under HTTPS every cookie is Secure, and the sign-up may be closed", async ({ request }) => {
    const server = await startOtherServer(async () => ({
      PUBLIC_URL: "https://till.example",
      SIGN_UP: "closed",
      SMTP_URL: "",
      MAIL_TO_CONSOLE: "",
    }));
    const member = await createMember(await createWorkplace(), "viewer");
    const csrf = await request.get(`${server.baseUrl}/api/auth/csrf`);
    const token = cookieOf(csrf.headersArray(), "csrf-token") ?? "";
    const { csrfToken } = await csrf.json();
    const answer = await request.post(`${server.baseUrl}/api/auth/callback/credentials`, {
      form: { csrfToken, email: member.email, password: member.password, json: "true" },
      headers: { cookie: token.split(";")[0] ?? "" },
    });
    const cookies = [
      token,
      ...answer
        .headersArray()
        .filter(({ name }) => /^set-cookie$/i.test(name))
        .map(({ value }) => value),
    ];
    expect(cookies.some((cookie) => cookie.startsWith("__Secure-next-auth.session-token="))).toBe(true);
    expect(cookies.some((cookie) => cookie.startsWith("till-known="))).toBe(true);
    for (const cookie of cookies) expect(cookie).toMatch(/(?=.*; HttpOnly)(?=.*; Secure)(?=.*; SameSite=Lax)/i);
    expect(await (await request.get(`${server.baseUrl}/sign-up`)).text()).toContain("Sign-up is closed");
    expect(await (await request.get(`${server.baseUrl}/reset`)).text()).toContain(
      "This service doesn&#x27;t send email",
    );
    await server.stop();
  });
});
