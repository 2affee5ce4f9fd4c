import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { shortAddress } from "#components/checkout/wallet/accounts.ts";
import type { WireAction } from "#lib/api/schemas/gateway.ts";

type RouterNoteProps = { action: WireAction; merchant: string };

/** Announces the address that the wallet will show, which is the payment router's and not the merchant's. */
export function RouterNote({ action, merchant }: RouterNoteProps) {
  const { t } = useTranslation();
  const found = readRouter(action);
  if (found === null) return null;
  const { role, address } = found;
  // Word joiners keep the address on one line, because a line may break after an ellipsis.
  const router = shortAddress(address).replace("…", "\u2060…\u2060");
  return (
    <p className="text-sm text-pretty text-ink-muted">
      {t(role === "recipient" ? "sign.router.recipient" : "sign.router.spender", { router, merchant })}
    </p>
  );
}

/** The payment router as a wallet shows it: the recipient of an EIP-3009 authorization, or the spender of a Permit2 transfer. */
export type ShownRouter = { role: "recipient" | "spender"; address: string };

/** Reads the router from the data that the buyer signs; null for an action that is no signature of a payment. */
export function readRouter({ data: { method, params } }: WireAction): ShownRouter | null {
  const json = method === "eth_signTypedData_v4" ? params[1] : undefined;
  if (typeof json !== "string") return null;
  const { message } = JSON.parse(json) as { message: { to?: string; spender?: string } };
  if (message.to !== undefined) return { role: "recipient", address: message.to };
  return message.spender === undefined ? null : { role: "spender", address: message.spender };
}
