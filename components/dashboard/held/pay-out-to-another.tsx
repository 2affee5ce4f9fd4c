"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { changedByPayout, type Held } from "#components/dashboard/held/held.ts";
import { SentOneByOne } from "#components/dashboard/held/pay-out-held.tsx";
import { AddressField, isUsable } from "#components/dashboard/merchants/settlements/address-field.tsx";
import { judgeAddress } from "#components/dashboard/merchants/settlements/judge-address.ts";
import { Money } from "#components/dashboard/money.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

/** Asks where to pay the money that is still held for a deleted merchant. */
export function PayOutToAnother({ held, onClose }: { held: Held; onClose: () => void }) {
  const { merchantId, merchantName, asset, chainId, money, payable, destination } = held;
  const [text, setText] = useState("");
  const [isAgreed, setAgreed] = useState(false);
  const [wasTried, setTried] = useState(false);
  const { data } = useQuery(rpcQuery("merchants.networks", {}));
  const payOut = useRpcMutation("settlements.payOutDeleted", changedByPayout);
  const verdict = judgeAddress(
    text,
    (data?.networks ?? []).filter((network) => network.chainId === chainId),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (payOut.isPending || !isUsable(verdict, isAgreed)) return;
    const to = `eip155:${chainId}:${verdict.address}`;
    payOut.mutate({ merchantId, asset, destination: to }, { onSuccess: onClose });
  };
  return (
    <Modal title={`Pay out ${money.symbol} on ${money.network}`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="space-y-5">
        <p className="wrap-anywhere">
          <Money money={payable.money} hasNetwork className="font-medium" /> is held for {merchantName}, which is
          deleted.
        </p>
        {destination !== null && (
          <dl className="space-y-1 text-sm">
            <dt className="font-medium">The merchant's destination</dt>
            <dd className="font-mono break-all text-ink-muted">{destination.id}</dd>
          </dl>
        )}
        <AddressField
          label="Pay to"
          value={text}
          verdict={verdict}
          wasTried={wasTried}
          issue={payOut.error?.issueOf("destination")}
          isAgreed={isAgreed}
          onChange={(value) => {
            setText(value);
            setAgreed(false);
            payOut.reset();
          }}
          onAgree={setAgreed}
        />
        <SentOneByOne payments={payable.payments} />
        <p className="text-sm text-ink-muted">The audit log records the address and your name.</p>
        {payOut.error !== null && <Problem>{payOut.error.message}</Problem>}
        <div className="flex flex-wrap justify-end gap-2">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton type="submit" look="primary" isBusy={payOut.isPending}>
            Pay out
          </ActionButton>
        </div>
      </form>
    </Modal>
  );
}
