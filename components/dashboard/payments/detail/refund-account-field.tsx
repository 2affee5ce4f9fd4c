"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { AddressField } from "#components/dashboard/merchants/settlements/address-field.tsx";
import { judgeAddress } from "#components/dashboard/merchants/settlements/judge-address.ts";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";

type ToAccount = NonNullable<PaymentDetail["refundable"]>["toAccount"];

/** The account that a refund of transfers goes to while it is typed: at first, the one that the buyer has named. */
export function useRefundAccount(toAccount: ToAccount) {
  const [text, setText] = useState(toAccount?.named?.id ?? "");
  const [wasTried, setTried] = useState(false);
  const { data } = useQuery({ ...rpcQuery("merchants.networks", {}), enabled: toAccount !== null });
  const networks = data?.networks.filter(({ chainId }) => chainId === toAccount?.chainId) ?? [];
  const verdict = judgeAddress(text, networks);
  return {
    text,
    setText,
    wasTried,
    verdict,
    /** Returns the field of the request, or null for an account that can't be used yet. */
    read(): { refundAddress?: string } | null {
      if (toAccount === null) return {};
      setTried(true);
      return verdict.kind === "good" ? { refundAddress: `eip155:${toAccount.chainId}:${verdict.address}` } : null;
    },
  };
}

type RefundAccountFieldProps = {
  account: ReturnType<typeof useRefundAccount>;
  toAccount: NonNullable<ToAccount>;
  issue: string | undefined;
};

/** Asks for the buyer's account, because the sender of a transfer may be an exchange. */
export function RefundAccountField({ account, toAccount, issue }: RefundAccountFieldProps) {
  const { text, setText, verdict, wasTried } = account;
  const isNamed = verdict.kind === "good" && verdict.address === toAccount.named?.id;
  return (
    <div className="space-y-2">
      <AddressField
        label="The buyer's account"
        value={text}
        verdict={verdict}
        wasTried={wasTried}
        issue={issue}
        onChange={setText}
      />
      <p className="text-sm text-pretty text-ink-muted">
        {isNamed
          ? "The buyer has named this account at the checkout."
          : "The payment was paid by a transfer. Ask the buyer for an account of their own. Don't use the sender of the transfer, which may be an exchange."}
      </p>
    </div>
  );
}
