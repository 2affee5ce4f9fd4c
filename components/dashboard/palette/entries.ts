import { navItems } from "#components/dashboard/nav.ts";
import { paths } from "#components/dashboard/paths.ts";
import type { Right } from "#lib/core/roles.ts";
import type { SearchEntry } from "#lib/core/search/create-search.ts";

/** An entry that the palette may list before anything is typed. */
export type ListedEntry = SearchEntry & { isListed: boolean };
/** A page or an action of the dashboard. Members without its right don't see it. */
type DashboardEntry = ListedEntry & { right: Right };

type Words = { title: string; href: string; right?: Right; excerpt: string; text?: string };

const { account, members } = paths;

const navWords: Readonly<Record<string, readonly [excerpt: string, text: string]>> = {
  Overview: [
    "Volume, figures and what needs attention.",
    "home start dashboard chart revenue volume analytics statistics",
  ],
  Payments: ["All payments, with filters.", "transactions orders sales"],
  Customers: ["The accounts that have paid.", "buyers wallets"],
  Settlements: ["What merchants have received, and balances.", "balance money"],
  Merchants: ["The shops that receive the money.", "shop store"],
  Developers: ["Keys, webhooks, events and requests.", "api integration"],
  Settings: ["What applies to all your merchants.", "general company name preferences"],
};

const actions: readonly Words[] = [
  {
    title: "Create payment",
    href: paths.newPayment,
    right: "payments:write",
    excerpt: "Makes a payment link and its QR code.",
    text: "payment link invoice charge",
  },
  {
    title: "Create merchant",
    href: paths.newMerchant,
    right: "merchants:write",
    excerpt: "A merchant is a shop that receives money.",
  },
  { title: "Create API key", href: paths.keys, right: "keys:write", excerpt: "Gives your server access to the API." },
  {
    title: "Invite a member",
    href: members,
    right: "members:write",
    excerpt: "Sends a colleague an invitation by email.",
    text: "add role access",
  },
  {
    title: "Refund a payment",
    href: `${paths.payments}?status=succeeded`,
    right: "refunds:write",
    excerpt: "Open the payment, and choose Refund.",
  },
  {
    title: "Cancel a payment",
    href: `${paths.payments}?status=requires_action`,
    right: "payments:write",
    excerpt: "Open the payment, and choose Cancel payment.",
    text: "void stop",
  },
  { title: "Export payments", href: paths.payments, excerpt: "Choose Export CSV above the list. Its filters apply." },
  {
    title: "Export settlements",
    href: paths.settlements,
    excerpt: "Choose Export CSV above the list. Its filters apply.",
  },
  {
    title: "Print a merchant's statement",
    href: paths.merchants,
    excerpt: "Open the merchant, and choose Statements.",
    text: "month pdf",
  },
  {
    title: "Change a settlement destination",
    href: paths.merchants,
    right: "settlements:write",
    excerpt: "Open the merchant, and change or add a destination.",
    text: "wallet address",
  },
  {
    title: "Change a merchant's logo",
    href: paths.merchants,
    right: "merchants:write",
    excerpt: "Open the merchant, and choose Edit.",
    text: "branding image icon colour",
  },
  {
    title: "Pay out held money",
    href: paths.heldMoney,
    right: "payouts:write",
    excerpt: "Sends money that waited for a destination.",
  },
  {
    title: "Export exceptions",
    href: paths.exceptions,
    excerpt: "Choose Export CSV above the list. Its filter applies.",
  },
  { title: "Set up two-factor authentication", href: account, excerpt: "Asks for a code when you sign in." },
  {
    title: "Add a passkey",
    href: account,
    excerpt: "Signs you in without a password.",
    text: "fingerprint face biometric security",
  },
  { title: "Change your password", href: account, excerpt: "It's on the page of your account." },
  { title: "Change your time zone", href: account, excerpt: "Dates in the dashboard use it.", text: "timezone clock" },
];

const pages: readonly Words[] = [
  { title: "API keys", href: paths.keys, excerpt: "Create, change and revoke keys." },
  { title: "Webhooks", href: paths.webhooks, excerpt: "Endpoints and their deliveries." },
  { title: "Events", href: paths.events, excerpt: "What has happened, in the last 90 days." },
  {
    title: "Apps and sites",
    href: paths.apps,
    excerpt: "Apps of wallets, and sites that embed the checkout.",
    text: "embed app id origin",
  },
  {
    title: "API requests",
    href: "/dashboard/developers/requests",
    right: "requests:read",
    excerpt: "What your server has sent, and the answers.",
    text: "log request-id debug",
  },
  {
    title: "API version",
    href: "/dashboard/developers/version",
    excerpt: "The version that your requests use.",
    text: "pin upgrade",
  },
  {
    title: "Members",
    href: members,
    excerpt: "Who has access, and with which role.",
    text: "roles permissions access",
  },
  {
    title: "Audit log",
    href: "/dashboard/settings/audit",
    right: "audit:read",
    excerpt: "Who changed what.",
    text: "history security",
  },
  {
    title: "Fees and network costs",
    href: "/dashboard/settings",
    excerpt: "What a payment costs you.",
    text: "gas price",
  },
  {
    title: "Buyer details",
    href: "/dashboard/settings",
    excerpt: "Which payments ask buyers for their details.",
    text: "kyc name address data collection",
  },
  {
    title: "Held money",
    href: paths.heldMoney,
    excerpt: "What the treasury holds for your merchants.",
    text: "treasury",
  },
  {
    title: "Exceptions",
    href: paths.exceptions,
    excerpt: "Transfers of a wrong amount, too late, or in another token or network.",
    text: "underpaid overpaid late deposit transfer wrong amount network",
  },
  {
    title: "Your account",
    href: account,
    excerpt: "Name, password, passkeys and sessions.",
    text: "profile security sessions",
  },
  {
    title: "Go live",
    href: paths.goLive,
    excerpt: "What the live account needs, and what to copy from test mode.",
    text: "production launch switch activate",
  },
  { title: "Notifications", href: account, excerpt: "The emails that you get.", text: "alerts email" },
];

/** The pages and actions of the dashboard, in the order of the palette. */
export const dashboardEntries: readonly DashboardEntry[] = [
  ...navItems.map(({ label, href, right }) => {
    const [excerpt = "", text = ""] = navWords[label] ?? [];
    return entryOf("page", { title: label, href, right, excerpt, text });
  }),
  ...actions.map((words) => entryOf("action", words)),
  ...pages.map((words) => ({ ...entryOf("page", words), isListed: false })),
];

function entryOf(kind: "page" | "action", { right = "read", text = "", ...words }: Words): DashboardEntry {
  return { kind, place: kind === "page" ? "Page" : "Action", right, text, isListed: true, ...words };
}
