import type { Checks } from "#test/db/guards/checks.ts";
import {
  apiKey,
  app,
  delivery,
  emailToken,
  endpoint,
  fiat,
  invitation,
  later,
  logo,
  merchant,
  named,
  partner,
  paymentEvent,
  picture,
  policy,
  publicEvent,
  replay,
  rotated,
  savedView,
  user,
} from "#test/db/guards/rows.ts";

const oversized = Buffer.alloc(2_097_153);

/** The check constraints of partners, their people and what they are sent. */
export const checksOfPartners: Checks = {
  partner_fee_fixed_not_negative: {
    table: "partner",
    right: [partner, { ...partner, fee_fixed: 0 }],
    wrong: [{ ...partner, fee_fixed: -1 }],
  },
  partner_embed_origins: {
    table: "partner",
    right: [
      { ...partner, embed_origins: [] },
      { ...partner, embed_origins: ["https://shop.example", "http://localhost:3000"] },
    ],
    wrong: [
      ["https://shop.example/path"],
      ["http://shop.example"],
      ["https://*.example"],
      ["https://a.example https://b.example"],
      ["https://a.example; script-src *"],
      [""],
      Array(21).fill("https://shop.example"),
    ].map((origins) => ({ ...partner, embed_origins: origins })),
  },
  partner_fee_ppm_range: {
    table: "partner",
    right: [
      { ...partner, fee_ppm: 0 },
      { ...partner, fee_ppm: 999_999 },
    ],
    wrong: [
      { ...partner, fee_ppm: -1 },
      { ...partner, fee_ppm: 1_000_000 },
    ],
  },
  api_key_secret_is_sha256: {
    table: "api_key",
    right: [apiKey],
    wrong: [
      { ...apiKey, secret_hash: Buffer.alloc(31) },
      { ...apiKey, secret_hash: Buffer.from("till_secret") },
    ],
  },
  saved_view_name_length: {
    given: [["user", user]],
    table: "saved_view",
    right: [savedView, { ...savedView, name: "\u{1f355}".repeat(60) }],
    wrong: [
      { ...savedView, name: "" },
      { ...savedView, name: "x".repeat(61) },
    ],
  },
  saved_view_filter_is_object: {
    given: [["user", user]],
    table: "saved_view",
    right: [savedView],
    wrong: [
      { ...savedView, filter: "[]" },
      { ...savedView, filter: "null" },
    ],
  },
  merchant_logo_has_url: {
    table: "merchant",
    right: [merchant, { ...merchant, icon_url: "https://a.example/logo.png" }],
    wrong: [{ ...merchant, logo_hash: "ab" }],
  },
  app_logo_has_url: {
    table: "app",
    right: [app, { ...app, icon_url: "https://a.example/icon.png" }],
    wrong: [{ ...app, logo_hash: "ab" }],
  },
  app_has_name: { table: "app", right: [app], wrong: [{ ...app, name: "" }] },
  logo_named_by_content: { table: "logo", right: [logo], wrong: [{ ...logo, sha256: "ab".repeat(32) }] },
  logo_media_type_known: {
    table: "logo",
    right: ["image/jpeg", "image/png", "image/webp", "image/avif"].map((type) => ({ ...logo, media_type: type })),
    wrong: ["image/svg+xml", "text/html", ""].map((type) => ({ ...logo, media_type: type })),
  },
  logo_size_limit: {
    table: "logo",
    right: [named(oversized.subarray(1)), named(picture.subarray(0, 1))],
    wrong: [named(oversized), named(Buffer.alloc(0))],
  },
  logo_pixel_limits: {
    table: "logo",
    right: [logo, { ...logo, width: 4_096, height: 500 }],
    wrong: [
      { ...logo, width: 499 },
      { ...logo, height: 499 },
      { ...logo, width: 4_097 },
      { ...logo, height: 4_097 },
    ],
  },
  fiat_settlement_destination_account_ending: {
    table: "fiat_settlement_destination",
    right: [fiat, { ...fiat, account_ending: "30A0" }],
    wrong: ["DE89370400440532013000", "300", "300a", ""].map((ending) => ({ ...fiat, account_ending: ending })),
  },
  partner_gas_budgets: {
    table: "partner",
    right: [{ ...partner, gas_budget: -1, app_gas_budget: 0, buyer_gas_budget: 5_000 }],
    wrong: ["gas_budget", "app_gas_budget", "buyer_gas_budget"].map((budget) => ({ ...partner, [budget]: -2 })),
  },
  buyer_data_policy_amount: {
    table: "buyer_data_policy",
    right: [policy, { ...policy, from_currency: "USD", from_value: 1 }],
    wrong: [
      { ...policy, from_currency: "USD" },
      { ...policy, from_value: 1 },
      { ...policy, from_currency: "USD", from_value: 0 },
    ],
  },
  buyer_data_policy_provider: {
    table: "buyer_data_policy",
    right: [policy],
    wrong: [
      { ...policy, provider_name: "" },
      { ...policy, terms_url: "http://a.example" },
      { ...policy, privacy_url: "javascript:alert(1)" },
    ],
  },
  event_payment_version: {
    table: "event",
    right: [publicEvent, paymentEvent],
    wrong: [
      { ...paymentEvent, payment_version: null },
      { ...publicEvent, payment_version: 1 },
    ],
  },
  webhook_endpoint_old_secret: {
    table: "webhook_endpoint",
    right: [endpoint, rotated],
    wrong: [
      { ...rotated, old_secret: null },
      { ...rotated, old_secret_key_id: null },
      { ...rotated, old_secret_until: null },
    ],
  },
  webhook_endpoint_disabled: {
    table: "webhook_endpoint",
    right: [
      { ...endpoint, state: "paused" },
      { ...endpoint, state: "disabled", disabled_reason: "It kept failing." },
    ],
    wrong: [
      { ...endpoint, state: "disabled" },
      { ...endpoint, disabled_reason: "It kept failing." },
    ],
  },
  webhook_delivery_finished: {
    table: "webhook_delivery",
    right: [delivery, { ...delivery, state: "failed", finished_at: later }],
    wrong: [
      { ...delivery, finished_at: later },
      { ...delivery, state: "succeeded" },
    ],
  },
  webhook_replay_finished: {
    given: [["webhook_endpoint", endpoint]],
    table: "webhook_replay",
    right: [replay, { ...replay, state: "completed", finished_at: later }],
    wrong: [
      { ...replay, finished_at: later },
      { ...replay, state: "stopped" },
    ],
  },
  user_email_lower: { table: "user", right: [user], wrong: [{ ...user, email: "A@b.example" }] },
  invitation_email_lower: {
    table: "invitation",
    right: [invitation],
    wrong: [{ ...invitation, email: "a@B.example" }],
  },
  email_token_email_lower: {
    table: "email_token",
    right: [emailToken],
    wrong: [{ ...emailToken, email: "a@b.Example" }],
  },
};
