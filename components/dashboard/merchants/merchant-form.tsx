"use client";

import { type FormEvent, useState } from "react";
import type { RpcError } from "#components/dashboard/data/rpc-client.ts";
import { LogoField } from "#components/dashboard/merchants/logo-field.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormProblem } from "#components/ui/form-problem.tsx";

type Profile = {
  name: string;
  email: string;
  iconUrl: string | null;
  onlySettleableTokens: boolean;
  sendsReceipts: boolean;
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

/** The form of a merchant's name, email, logo, accepted tokens and receipts. */
export function MerchantForm({ profile, logo, submitLabel, isBusy, error, onSubmit, onCancel }: MerchantFormProps) {
  const [typed, setTyped] = useState({ ...profile, iconUrl: profile.iconUrl ?? "" });
  const [wasTried, setTried] = useState(false);
  const saved = profile.iconUrl !== null && logo !== null ? { url: profile.iconUrl, logo } : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    if (Object.keys(faultsOf(typed)).length > 0) return;
    const iconUrl = typed.iconUrl.trim();
    const { name, email, onlySettleableTokens, sendsReceipts } = typed;
    const profile = { name: name.trim(), email: email.trim(), onlySettleableTokens, sendsReceipts };
    onSubmit({ ...profile, iconUrl: iconUrl === "" ? null : iconUrl });
  };
  const faults = wasTried ? faultsOf(typed) : {};
  const logoIssue = error?.issueOf("iconUrl");
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <FormProblem error={error} />
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
      <div className="flex flex-wrap justify-end gap-2">
        <ActionButton onClick={onCancel}>Cancel</ActionButton>
        <ActionButton type="submit" look="primary" isBusy={isBusy}>
          {submitLabel}
        </ActionButton>
      </div>
    </form>
  );
}

type Faults = { name?: string; email?: string };

/** Validates the fields that need no request. */
function faultsOf({ name, email }: { name: string; email: string }): Faults {
  return {
    ...(name.trim() === "" ? { name: "Enter a name." } : {}),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
      ? {}
      : { email: "Enter a valid email, such as shop@example.com." }),
  };
}
