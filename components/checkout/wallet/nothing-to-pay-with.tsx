import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { shortAddress } from "#components/checkout/wallet/accounts.ts";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

type NothingToPayWithProps = { data: CheckoutData; address: string; isLooking: boolean; onAgain: () => void };

/** Why there is nothing to choose from, and what would help. */
export function NothingToPayWith({ data, address, isLooking, onAgain }: NothingToPayWithProps) {
  const { say, locale } = useLanguage();
  const { accepted, merchantName } = data;
  const list = new Intl.ListFormat(locale, { type: "disjunction" });
  const [only, ...others] = accepted.symbols;
  const isOneToken = only !== undefined && others.length === 0;
  return (
    <>
      <PanelHeading>{say("nothing.title")}</PanelHeading>
      <p className="-mt-3 text-pretty text-ink-muted">
        {isOneToken ? say("nothing.oneToken", { merchant: merchantName, token: only }) : say("nothing.text")}
      </p>
      <dl className="space-y-3 rounded-lg border border-line bg-sunken px-4 py-3">
        <div>
          <dt className="text-sm text-ink-muted">{say("nothing.accepted")}</dt>
          <dd className="font-medium">
            {say("options.onNetwork", {
              asset: list.format(accepted.symbols),
              network: list.format(accepted.networks),
            })}
          </dd>
        </div>
      </dl>
      <div>
        <p className="text-pretty text-ink-muted">
          {say("nothing.add", { account: shortAddress(address) })} {say("nothing.network")}
        </p>
        <CopyButton
          text={address}
          label={say("nothing.copy")}
          words={{ copied: say("copy.done"), failed: say("copy.failed") }}
          look="quiet"
        />
      </div>
      <Button isPrimary isBusy={isLooking} onClick={onAgain}>
        {say("nothing.again")}
      </Button>
    </>
  );
}
