import { Fragment, type ReactNode } from "react";
import { FieldError } from "#components/collect/field.tsx";
import { useFormTranslation } from "#components/collect/form-translation.tsx";

/** The company whose terms the buyer accepts. */
export type Provider = { name: string; termsUrl: string; privacyUrl: string };

/** The checkbox for the terms. The form can't be sent without it, and only the buyer can tick it. */
export function TermsBox({ provider, error }: { provider: Provider; error: string | undefined }) {
  const t = useFormTranslation();
  const sentence = t("accept", { terms: "{terms}", privacy: "{privacy}", provider: "{provider}" });
  const nodes = {
    terms: <Document href={provider.termsUrl}>{t("terms")}</Document>,
    privacy: <Document href={provider.privacyUrl}>{t("privacy")}</Document>,
    provider: <bdi>{provider.name}</bdi>,
  };
  return (
    <div className="flex flex-col gap-1.5 border-t border-line pt-5">
      <div className="flex gap-3">
        <input
          type="checkbox"
          id="tosConfirmed"
          name="tosConfirmed"
          required
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : "tosConfirmed-error"}
          className="mt-0.5 size-6 shrink-0 cursor-pointer accent-accent"
        />
        <label htmlFor="tosConfirmed" className="py-0.5 text-pretty">
          {withNodes(sentence, nodes)}
        </label>
      </div>
      <FieldError id="tosConfirmed-error" text={error} />
    </div>
  );
}

function Document({ href, children }: { href: string; children: ReactNode }) {
  const t = useFormTranslation();
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="font-medium text-accent underline underline-offset-4"
    >
      {children}
      <span className="sr-only"> {t("newWindow")}</span>
    </a>
  );
}

/** Replaces each `{name}` of a translated sentence with its node. */
function withNodes(sentence: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode {
  return sentence.split(/\{(\w+)\}/).map((piece, index) => {
    // Splitting puts the placeholder names at the odd indexes.
    // biome-ignore lint/suspicious/noArrayIndexKey: the sentence does not change its order.
    return <Fragment key={index}>{index % 2 === 1 ? nodes[piece] : piece}</Fragment>;
  });
}
