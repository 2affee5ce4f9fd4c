import { isolated } from "#lib/core/isolated.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type AuditEntry = QueryOutput<"settings.audit">["entries"][number];

/** Names of the audited subjects. */
export const thingWords: Readonly<Record<string, string>> = {
  partner: "the company",
  user: "the member",
  invitation: "the invitation for",
  api_key: "the API key",
  app: "the app",
  buyer_data_policy: "the buyer details policy",
  merchant: "the merchant",
  crypto_settlement: "a settlement destination",
  pending_destination: "a settlement destination that takes effect later",
  webhook_endpoint: "a webhook endpoint",
  webhook_replay: "a replay of webhooks",
  fiat_settlement: "a bank account",
  bulk_payout: "a payout of held money",
  notification_setting: "email notifications",
  passkey: "the passkey",
  payment: "the payment",
};

/** Phrases for actions that verb and subject alone don't express well; `{}` is the subject's name. */
const sentences: Readonly<Record<string, string>> = {
  "partner.created": "created the company account",
  "user.created": "added the member {}",
  "user.deleted": "removed the member {}",
  "invitation.created": "invited {}",
  "invitation.revoked": "revoked the invitation for {}",
  "invitation.accepted": "accepted the invitation for {}",
  "buyer_data_policy.created": "turned on buyer details",
  "buyer_data_policy.deleted": "turned off buyer details",
  "pending_destination.created": "requested another settlement destination",
  "pending_destination.updated": "changed the requested settlement destination",
  "pending_destination.deleted": "revoked or applied a requested settlement destination",
  "notification_setting.created": "changed email notifications",
  "notification_setting.updated": "changed email notifications",
  "notification_setting.deleted": "reset email notifications",
  "passkey.created": "added the passkey {}",
  "passkey.deleted": "removed the passkey {}",
  "payment.refunded": "marked the payment {} as refunded",
  "payment.refund_marked": "marked the payment {} as refunded in part",
  "payment.refund_requested": "requested a refund of the payment {}",
  "payment.refund_ordered": "requested a refund of the payment {} from the treasury",
  "payment.payout_fee_accepted": "accepted the network fee of the payout of the payment {}",
  "payment.refund_cancelled": "cancelled a refund of the payment {}",
  "payment.refund_succeeded": "recovered a refund of the payment {}",
  "payment.deposit_accepted": "accepted a transfer for the payment {}",
  "payment.deposit_forwarded": "forwarded a transfer for the payment {} to the merchant",
  "payment.deposit_kept": "kept a transfer for the payment {}",
  "payment.deposit_refunded": "recorded the refund of a transfer for the payment {}",
  "payment.settlement_ordered": "requested the payout of payment {}",
  "payment.settled": "recorded the payout of payment {}",
  "bulk_payout.created": "requested the payout of held money ({})",
  "bulk_payout.updated": "ended the payout of held money ({})",
};

const verbs: Readonly<Record<string, string>> = { updated: "changed" };

/** Labels of changed fields, where the column name isn't readable. */
const fieldWords: Readonly<Record<string, string>> = {
  asset: "token",
  bank_type: "account type",
  deleted_at: "deleted",
  email: "email",
  embed_origins: "sites that may embed the checkout",
  fee_currency: "fee currency",
  fee_fixed: "fixed fee",
  app_gas_budget: "daily gas budget per app, in cents",
  buyer_gas_budget: "daily gas budget per buyer, in cents",
  fee_ppm: "fee in parts per million",
  from_currency: "buyer details from: currency",
  from_value: "buyer details from: smallest units",
  allowed_networks: "allowed addresses",
  created_by: "created by",
  expires_at: "expires",
  gas_budget: "daily gas budget, in cents",
  gas_payer: "payer of network costs",
  icon_url: "icon URL",
  is_synced: "synced between devices",
  logo_hash: "stored logo",
  password_hash: "password",
  recovery_hashes: "recovery codes",
  requires_second_factor: "two-factor required of all members",
  revoked_at: "revoked",
  secret_hash: "secret",
  service_version: "API version",
  token_hash: "link token",
  totp_confirmed_at: "two-factor confirmed",
  totp_key_id: "two-factor encryption key",
  txHash: "transaction",
  takes_effect_at: "takes effect",
  totp_sealed: "two-factor secret",
};

/** Returns the actor's name at the time of the change. */
export function actorWords({ actorKind, actorName }: AuditEntry): string {
  if (actorKind === null) return "Till";
  if (actorKind === "api_key") return `API key ${isolated(actorName ?? "")}`;
  return actorKind === "operator" ? `Operator (${actorName})` : isolated(actorName ?? "an unknown member");
}

/** Describes the action in a phrase that follows the actor's name. */
export function actionWords(entry: AuditEntry): string {
  const { action, subjectType } = entry;
  const name = isolated(nameOf(entry));
  const sentence = sentences[action];
  if (sentence !== undefined) return sentence.replace("{}", () => name);
  const verb = action.slice(action.indexOf(".") + 1).replaceAll("_", " ");
  return [verbs[verb] ?? verb, thingWords[subjectType] ?? subjectType.replaceAll("_", " "), name].join(" ").trim();
}

/** Returns the label of a field. */
function fieldName(field: string): string {
  return fieldWords[field] ?? field.replaceAll("_", " ");
}

type FieldChange = { field: string; name: string; before: string | null; after: string | null };

/** Lists the changed fields; null stands for an empty value. */
export function changesOf({ before, after }: AuditEntry): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({
      field,
      name: fieldName(field),
      before: valueWords(before?.[field]),
      after: valueWords(after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}

/** Returns the subject's name, or its id; empty for subjects that each partner has once. */
function nameOf({ subjectType, subjectId, subjectName, before, after }: AuditEntry): string {
  if (subjectType === "partner" || subjectType === "buyer_data_policy") return "";
  const written = after?.name ?? before?.name ?? after?.email ?? before?.email;
  return subjectName ?? (typeof written === "string" ? written : subjectId);
}

function valueWords(value: NonNullable<AuditEntry["after"]>[string] | undefined): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "object") return value.length === 0 ? null : value.join(", ");
  if (typeof value === "string" && value.startsWith("secret:")) return `hidden (fingerprint ${value.slice(7)})`;
  return String(value);
}
