import { amountLine, formatAmount, rateLine } from "#components/checkout/format-amount.ts";
import { LocalImage } from "#components/checkout/local-image.tsx";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { isWithoutFee } from "#components/checkout/wallet/fold-options.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

type OptionChoiceProps = { option: WireOption; isChosen: boolean; onChoose: () => void };

/** One option: the exact amount, whether it is free of network fees, details, and the rate of a converted price. */
export function OptionChoice({ option, isChosen, onChoose }: OptionChoiceProps) {
  const { t, locale } = useTranslation();
  const { amount, exchangeRate, actions, etaS, collectData } = option;
  const { networkName = "", iconUrl, networkIconUrl } = amount.display;
  const time =
    etaS < 90 ? t("options.eta", { seconds: etaS }) : t("options.etaMinutes", { minutes: Math.ceil(etaS / 60) });
  const isFree = isWithoutFee(option);
  return (
    <label
      className={`relative flex cursor-pointer items-center gap-3 rounded-xl border px-3 py-2.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${isChosen ? "border-accent ring-1 ring-accent" : "border-line hover:border-line-strong"}`}
    >
      <input
        type="radio"
        name="option"
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span className="relative shrink-0">
        <LocalImage url={iconUrl} size={36} className="size-9" />
        <LocalImage
          url={networkIconUrl}
          size={16}
          className="absolute -end-1 -bottom-1 size-4 rounded-full ring-2 ring-surface"
        />
      </span>
      <span className="min-w-0 grow space-y-0.5">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="max-w-full overflow-x-auto font-semibold whitespace-nowrap tabular-nums">
            {amountLine(amount, locale)}
          </span>
          <span className="flex flex-wrap gap-1.5 text-xs leading-5 font-medium">
            {collectData !== null && (
              <span className="rounded-full border border-line-strong px-2">{t("options.details")}</span>
            )}
            {isFree ? (
              <span className="rounded-full bg-accent-wash px-2 text-accent">{t("options.noGas")}</span>
            ) : (
              <span className="rounded-full border border-line px-2 text-ink-muted">{t("options.fee")}</span>
            )}
          </span>
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-[0.8125rem] text-ink-muted">
          <span>
            <bdi>{networkName}</bdi> · {isFree ? time : t("options.steps", { steps: actions.length })}
          </span>
          <span className="tabular-nums">{t("options.balance", { amount: roundedBalance(option, locale) })}</span>
        </span>
        {exchangeRate && (
          <span className="block text-[0.8125rem] text-ink-muted tabular-nums">
            {rateLine(exchangeRate, amount.display.assetSymbol, locale)}
          </span>
        )}
      </span>
    </label>
  );
}

/** Rounds down to two decimals, so that the buyer never sees more than they have. */
function roundedBalance({ amount, balance }: WireOption, locale: string): string {
  const step = 10n ** BigInt(Math.max(0, amount.display.decimals - 2));
  return formatAmount({ ...amount, value: String(BigInt(balance) - (BigInt(balance) % step)) }, locale).figure;
}
