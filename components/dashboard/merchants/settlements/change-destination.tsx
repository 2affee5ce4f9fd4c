"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { AddressField } from "#components/dashboard/merchants/settlements/address-field.tsx";
import { destinationProblem } from "#components/dashboard/merchants/settlements/destination-problem.ts";
import { judgeAddress, type Network } from "#components/dashboard/merchants/settlements/judge-address.ts";
import { WithNetworks } from "#components/dashboard/merchants/settlements/with-networks.tsx";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

export type Destination = FetchedMerchant["crypto"][number];
type ChangeDestinationProps = { merchant: FetchedMerchant; destination: Destination; onClose: () => void };

/** Asks for a new address, then for confirmation next to the old one. */
export function ChangeDestination(props: ChangeDestinationProps) {
  const { symbol, account, chainId } = props.destination;
  return (
    <Modal title={`Change destination for ${symbol} on ${account.network}`} onClose={props.onClose}>
      <WithNetworks>
        {(networks) => <ChangeForm {...props} networks={networks.filter((network) => network.chainId === chainId)} />}
      </WithNetworks>
    </Modal>
  );
}

type ChangeFormProps = ChangeDestinationProps & { networks: readonly Network[] };

function ChangeForm({ merchant, destination, networks, onClose }: ChangeFormProps) {
  const { id: settlementId, destination: from, account, chainId } = destination;
  const [text, setText] = useState("");
  const [wasTried, setTried] = useState(false);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const change = useRpcMutation("settlements.change", ["merchants.get", "merchants.history"]);
  const judged = judgeAddress(text, networks);
  const isSame = judged.kind === "good" && judged.address === account.id;
  const verdict = isSame ? ({ kind: "wrong", words: "This is already the current address." } as const) : judged;
  const askToConfirm = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (verdict.kind === "good") setConfirmed(verdict.address);
  };
  if (confirmed === null) {
    return (
      <form onSubmit={askToConfirm} noValidate className="space-y-5">
        <dl className="space-y-1 text-sm">
          <dt className="font-medium">Current address</dt>
          <dd className="font-mono break-all text-ink-muted">{account.id}</dd>
        </dl>
        <AddressField
          label="New address"
          value={text}
          verdict={verdict}
          wasTried={wasTried}
          issue={undefined}
          onChange={setText}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton type="submit" look="primary">
            Continue
          </ActionButton>
        </div>
      </form>
    );
  }
  const send = () =>
    change.mutate(
      { merchantId: merchant.id, settlementId, from, destination: `eip155:${chainId}:${confirmed}` },
      { onSuccess: onClose },
    );
  return (
    <>
      <FromTo from={account.id} to={confirmed} />
      <EffectOnPayments delayHours={merchant.destinationDelayHours} />
      {change.error !== null && <Problem>{destinationProblem(change.error)}</Problem>}
      <div className="flex flex-wrap justify-end gap-2">
        <ActionButton onClick={() => setConfirmed(null)}>Back</ActionButton>
        <ActionButton look="primary" isBusy={change.isPending} onClick={send}>
          Change destination
        </ActionButton>
      </div>
    </>
  );
}

/** Takes the focus from the button that disappeared, so that screen readers start with the addresses. */
function FromTo({ from, to }: { from: string; to: string }) {
  const list = useRef<HTMLDListElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <dl ref={list} tabIndex={-1} className="space-y-3 rounded-xl bg-sunken p-4 text-sm focus:outline-none">
      <div>
        <dt className="text-ink-muted">From</dt>
        <dd className="font-mono break-all text-ink-muted">{from}</dd>
      </div>
      <div>
        <dt className="text-ink-muted">To</dt>
        <dd className="font-mono font-semibold break-all">{to}</dd>
      </div>
    </dl>
  );
}

/** The destination in force when the buyer confirms a payment is the one that counts. */
function EffectOnPayments({ delayHours }: { delayHours: number }) {
  return (
    <ul className="list-disc space-y-1.5 pl-5 text-sm text-ink-muted">
      {delayHours === 0 ? (
        <li>Payments that buyers confirm from now on go to the new address, even if they have seen a price already.</li>
      ) : (
        <li>
          The new address is used in {delayHours === 1 ? "1 hour" : `${delayHours} hours`}. Until then payments go to
          the old one, and this change can be revoked.
        </li>
      )}
      {delayHours === 0 && (
        <li>Payments that buyers have already confirmed go to the old address, even if they are still processing.</li>
      )}
      <li>The audit log records the change with both addresses and your name, and all owners get an email.</li>
    </ul>
  );
}
