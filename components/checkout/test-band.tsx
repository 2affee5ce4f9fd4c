import type { Translate } from "#components/checkout/messages/messages.ts";

/** Says on every page and receipt of test mode that no money moves: in words and stripes, not by a color alone. */
export function TestBand({ t }: { t: Translate }) {
  return (
    <p className="test-band col-span-full flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-5 py-3 text-sm sm:px-8 lg:px-10">
      <strong className="tracking-wide">{t("test.band")}</strong>
      <span className="text-pretty">{t("test.text")}</span>
    </p>
  );
}
