import { AddressLink } from "#components/dashboard/chain-links.tsx";
import type { Exception } from "#components/dashboard/exceptions/exception.ts";
import { moneyLine } from "#components/dashboard/format-money.ts";
import { Fact, Facts } from "#components/dashboard/payments/detail/facts.tsx";
import { CopiedText } from "#components/ui/copied-text.tsx";

type RecipientCallProps = { exception: Exception; call: NonNullable<Exception["call"]> };

/** The call that collects what is on another network, for the owner of the merchant's wallet. */
export function RecipientCall({ exception: { money, recipient }, call }: RecipientCallProps) {
  return (
    <div className="@container space-y-3 rounded-lg bg-sunken p-3">
      <p className="max-w-prose text-pretty">
        To get {moneyLine(money)}, send this call on <strong className="font-medium">{money.network}</strong> from the
        merchant's wallet. Everything at the address then goes to that wallet. It needs some {call.coin} for the network
        fee.
      </p>
      <Facts>
        <Fact name="Network">
          {money.network}, chain {call.chainId}
        </Fact>
        <Fact name="From">
          <AddressLink address={recipient} />
        </Fact>
        <Fact name="To">
          <AddressLink address={call.to} />
        </Fact>
        <Fact name="Value">0</Fact>
      </Facts>
      <CopiedText name="call data" text={call.data} />
      <p className="max-w-prose text-pretty text-ink-muted">
        If that wallet is a smart contract or an exchange's, it may not exist on {money.network}, or belong to another
        party there. Then the money can't be collected. Once it is collected, the exception asks you what becomes of the
        money.
      </p>
    </div>
  );
}
