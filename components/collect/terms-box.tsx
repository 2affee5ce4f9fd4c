import type { ReactNode } from "react";
import { FieldError } from "#components/collect/field.tsx";
import { useSay } from "#components/collect/form-language.tsx";
import { fillIn } from "#components/language/fill-in.tsx";

/** Whose documents are accepted. */
export type Provider = { name: string; termsUrl: string; privacyUrl: string };

/** Without this nothing is sent. Nobody but the buyer ticks it. */
export function TermsBox({ provider, error }: { provider: Provider; error: string | undefined }) {
  const say = useSay();
  const sentence = say("accept", { terms: "{terms}", privacy: "{privacy}", provider: "{provider}" });
  const parts = {
    terms: <Document href={provider.termsUrl}>{say("terms")}</Document>,
    privacy: <Document href={provider.privacyUrl}>{say("privacy")}</Document>,
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
          {fillIn(sentence, parts)}
        </label>
      </div>
      <FieldError id="tosConfirmed-error" text={error} />
    </div>
  );
}

function Document({ href, children }: { href: string; children: ReactNode }) {
  const say = useSay();
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="font-medium text-accent underline underline-offset-4"
    >
      {children}
      <span className="sr-only"> {say("newWindow")}</span>
    </a>
  );
}
