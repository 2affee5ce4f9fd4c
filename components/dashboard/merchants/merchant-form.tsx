"use client";

import { useEffect, useRef, useState } from "react";
import type { RpcError } from "#components/dashboard/data/rpc-client.ts";
import { LogoField } from "#components/dashboard/merchants/logo-field.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { textColorOn } from "#lib/core/contrast.ts";
import { emailPattern } from "#lib/core/normal-email.ts";

type Profile = {
  name: string;
  email: string;
  iconUrl: string | null;
  onlySettleableTokens: boolean;
  sendsReceipts: boolean;
  acceptsTransfers: boolean;
  supportContact: string | null;
  brandColor: string | null;
};

type MerchantFormProps = {
  profile: Profile;
  /** Our copy of the logo at `profile.iconUrl`. */
  logo: string | null;
  submitLabel: string;
  isBusy: boolean;
  error: RpcError | null;
  onSubmit: (profile: Profile) => void;
  onCancel: () => void;
};

/** The form of a merchant's name, email, logo, look on the checkout, accepted tokens and receipts. */
export function MerchantForm({ profile, logo, submitLabel, isBusy, error, onSubmit, onCancel }: MerchantFormProps) {
  const [typed, setTyped] = useState({
    ...profile,
    iconUrl: profile.iconUrl ?? "",
    supportContact: profile.supportContact ?? "",
    brandColor: profile.brandColor ?? "",
  });
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // The form is longer than most screens, so that a field above the button would be marked unseen.
  useEffect(() => {
    if (tries > 0 || error !== null) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [tries, error]);
  const saved = profile.iconUrl !== null && logo !== null ? { url: profile.iconUrl, logo } : null;
  const submit = () => {
    setTries(tries + 1);
    if (Object.keys(faultsOf(typed)).length > 0) return;
    const iconUrl = orNull(typed.iconUrl);
    const supportContact = orNull(typed.supportContact);
    const brandColor = orNull(typed.brandColor);
    const { name, email, onlySettleableTokens, sendsReceipts, acceptsTransfers } = typed;
    const switches = { onlySettleableTokens, sendsReceipts, acceptsTransfers };
    const profile = { name: name.trim(), email: email.trim(), ...switches };
    onSubmit({ ...profile, iconUrl, supportContact, brandColor: brandColor?.toLowerCase() ?? null });
  };
  const faults = tries > 0 ? faultsOf(typed) : {};
  const logoIssue = error?.issueOf("iconUrl");
  return (
    <Form ref={form} isBusy={isBusy} error={error} onSubmit={submit}>
      <TextField
        label="Name"
        hint="Buyers see it on the checkout."
        autoComplete="off"
        maxLength={256}
        value={typed.name}
        error={faults.name ?? error?.issueOf("name")}
        onChange={({ target }) => setTyped({ ...typed, name: target.value })}
      />
      <TextField
        label="Email"
        hint="Where we can reach the merchant. Buyers don't see it."
        type="email"
        autoComplete="off"
        maxLength={254}
        value={typed.email}
        error={faults.email ?? error?.issueOf("email")}
        onChange={({ target }) => setTyped({ ...typed, email: target.value })}
      />
      <LogoField
        name={typed.name}
        value={typed.iconUrl}
        saved={saved}
        error={logoIssue}
        onChange={(iconUrl) => setTyped({ ...typed, iconUrl })}
      />
      <TextField
        label="Support contact"
        hint="An email or a page for buyers who need help. The checkout shows it. Leave it empty for none."
        autoComplete="off"
        maxLength={2_048}
        value={typed.supportContact}
        error={faults.supportContact ?? error?.issueOf("supportContact")}
        onChange={({ target }) => setTyped({ ...typed, supportContact: target.value })}
      />
      <div className="space-y-2">
        <TextField
          label="Brand color"
          hint="The color of the checkout's main button, such as #0b6b4f. Its text is black or white, whichever is easier to read."
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={typed.brandColor}
          error={faults.brandColor ?? error?.issueOf("brandColor")}
          onChange={({ target }) => setTyped({ ...typed, brandColor: target.value })}
        />
        {hexColor.test(typed.brandColor) && (
          <p
            className="inline-flex min-h-10 items-center rounded-lg px-4 text-sm font-semibold"
            style={{ backgroundColor: typed.brandColor, color: textColorOn(typed.brandColor) }}
          >
            Preview
          </p>
        )}
      </div>
      <label className="flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={typed.onlySettleableTokens}
          onChange={({ target }) => setTyped({ ...typed, onlySettleableTokens: target.checked })}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span className="space-y-0.5">
          <span className="block font-medium">Offer only tokens that can be settled</span>
          <span className="block text-ink-muted">
            Buyers choose from the tokens with a settlement destination. Otherwise they can pay with any token, and the
            treasury holds what has no destination.
          </span>
        </span>
      </label>
      <label className="flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={typed.sendsReceipts}
          onChange={({ target }) => setTyped({ ...typed, sendsReceipts: target.checked })}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span className="space-y-0.5">
          <span className="block font-medium">Offer receipts to buyers</span>
          <span className="block text-ink-muted">
            Buyers who have paid can enter their email on the checkout to get the receipt. We don't share it, and delete
            it after 30 days.
          </span>
        </span>
      </label>
      <label className="flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={typed.acceptsTransfers}
          onChange={({ target }) => setTyped({ ...typed, acceptsTransfers: target.checked })}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span className="space-y-0.5">
          <span className="block font-medium">Accept transfers</span>
          <span className="block text-ink-muted">
            Buyers can also send the amount to an address, from an exchange for example. Transfers count until an hour
            after a payment expires, so hold the goods that long.
          </span>
        </span>
      </label>
      <FormButtons onCancel={onCancel} isBusy={isBusy}>
        {submitLabel}
      </FormButtons>
    </Form>
  );
}

const hexColor = /^#[0-9a-f]{6}$/i;

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

type Faults = { name?: string; email?: string; supportContact?: string; brandColor?: string };
type Typed = { name: string; email: string; supportContact: string; brandColor: string };

/** Validates the fields that need no request. */
function faultsOf({ name, email, ...shown }: Typed): Faults {
  const contact = orNull(shown.supportContact);
  const color = orNull(shown.brandColor);
  const isContact = contact === null || emailPattern.test(contact) || /^https:\/\/\S+$/.test(contact);
  return {
    ...(name.trim() === "" ? { name: "Enter a name." } : {}),
    ...(emailPattern.test(email.trim()) ? {} : { email: "Enter a valid email, such as shop@example.com." }),
    ...(isContact ? {} : { supportContact: "Enter an email, or a URL that starts with https://." }),
    ...(color === null || hexColor.test(color)
      ? {}
      : { brandColor: "Enter # and six characters from 0 to 9 and a to f, such as #0b6b4f." }),
  };
}
