import { operatorWords } from "#components/language/operator-words.ts";
import type { Locale } from "#lib/core/locales.ts";
import { env } from "#lib/env/env.ts";

/** The operator's name and the link to their legal notice, as far as they are configured. */
export function OperatorLine({ locale, className = "" }: { locale: Locale; className?: string }) {
  const { OPERATOR_NAME: name, OPERATOR_IMPRINT_URL: imprintUrl } = env();
  if (name === undefined && imprintUrl === undefined) return null;
  const { operatedBy, imprint } = operatorWords[locale];
  const [before, after] = operatedBy.split("{operator}");
  return (
    <p className={`flex flex-wrap items-center gap-x-4 ${className}`}>
      {name !== undefined && (
        <span className="wrap-anywhere">
          {before}
          <bdi>{name}</bdi>
          {after}
        </span>
      )}
      {imprintUrl !== undefined && (
        <a href={imprintUrl} className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink">
          {imprint}
        </a>
      )}
    </p>
  );
}
