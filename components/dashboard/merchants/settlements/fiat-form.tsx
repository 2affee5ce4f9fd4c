"use client";

import { useState } from "react";
import type { RpcError } from "#components/dashboard/data/rpc-client.ts";
import { bankTypeWords } from "#components/dashboard/merchants/settlements/bank-type-words.ts";
import { SelectField, TextField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { accountEnding, type BankType } from "#lib/core/bank-account.ts";
import type { MutationInput } from "#lib/dashboard/rpc/contract.ts";

export type FiatRecord = Omit<MutationInput<"settlements.changeFiat">, "merchantId" | "settlementId">;

type FiatFormProps = {
  /** The record to edit, whose account number may be left unchanged; null for a new one. */
  record: FiatRecord | null;
  isBusy: boolean;
  error: RpcError | null;
  onSubmit: (record: FiatRecord) => void;
  onCancel: () => void;
};

const blank: FiatRecord = { bankType: "iban", currency: "EUR", holderName: "", accountEnding: "", status: "active" };

/**
 * The form of a bank account. The full number is validated here and never leaves the page; only its last four
 * characters are sent.
 */
export function FiatForm({ record, isBusy, error, onSubmit, onCancel }: FiatFormProps) {
  const [typed, setTyped] = useState(record ?? blank);
  const [account, setAccount] = useState("");
  const [wasTried, setTried] = useState(false);
  const isKept = record !== null && account.trim() === "" && typed.bankType === record.bankType;
  const ending = isKept ? record.accountEnding : accountEnding(typed.bankType, account);
  const holderFault = typed.holderName.trim() === "" ? "Enter the account holder." : undefined;
  const accountFault = ending === null || ending === "" ? faultWords[typed.bankType] : undefined;
  const submit = () => {
    setTried(true);
    if (holderFault !== undefined || accountFault !== undefined || ending === null) return;
    onSubmit({ ...typed, currency: typed.currency.trim().toUpperCase(), accountEnding: ending });
  };
  const issueOf = (field: string) => error?.issueOf(field);
  return (
    <Form isBusy={isBusy} error={error} onSubmit={submit}>
      <TextField
        label="Account holder"
        autoComplete="off"
        maxLength={140}
        value={typed.holderName}
        error={(wasTried ? holderFault : undefined) ?? issueOf("holderName")}
        onChange={({ target }) => setTyped({ ...typed, holderName: target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Account type"
          value={typed.bankType}
          onChange={({ target }) => setTyped({ ...typed, bankType: target.value as BankType })}
        >
          {Object.entries(bankTypeWords).map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Currency"
          autoComplete="off"
          spellCheck={false}
          maxLength={3}
          className="uppercase"
          value={typed.currency}
          error={issueOf("currency")}
          onChange={({ target }) => setTyped({ ...typed, currency: target.value })}
        />
      </div>
      <TextField
        label="Account number"
        hint={
          record === null
            ? "Only the last four characters are stored. The full number never leaves this page."
            : `Leave empty to keep the account ending in ${record.accountEnding}.`
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        className="font-mono"
        value={account}
        error={(wasTried ? accountFault : undefined) ?? issueOf("accountEnding")}
        onChange={({ target }) => setAccount(target.value)}
      />
      <SelectField
        label="Status"
        value={typed.status}
        onChange={({ target }) => setTyped({ ...typed, status: target.value as FiatRecord["status"] })}
      >
        <option value="active">In use</option>
        <option value="inactive">Not in use</option>
      </SelectField>
      <FormButtons onCancel={onCancel} isBusy={isBusy}>
        {record === null ? "Add bank account" : "Save bank account"}
      </FormButtons>
    </Form>
  );
}

const faultWords: Readonly<Record<BankType, string>> = {
  iban: "This isn't a valid IBAN: the check digits don't match. Example: DE89 3704 0044 0532 0130 00.",
  us_account: "A US account number has 4 to 17 digits.",
  other: "An account number has 4 to 34 letters and digits.",
};
