import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { shortAddress } from "#components/checkout/wallet/accounts.ts";
import { readRouter } from "#components/checkout/wallet/read-router.ts";
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
