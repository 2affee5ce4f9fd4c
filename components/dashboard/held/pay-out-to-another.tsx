"use client";

import { useState } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { changedByPayout, destinationOf, type Held } from "#components/dashboard/held/held.ts";
import { SentOneByOne } from "#components/dashboard/held/pay-out-held.tsx";
import { AddressField } from "#components/dashboard/merchants/settlements/address-field.tsx";
import { destinationProblem } from "#components/dashboard/merchants/settlements/destination-problem.ts";
import { judgeAddress, type Network } from "#components/dashboard/merchants/settlements/judge-address.ts";
import { WithNetworks } from "#components/dashboard/merchants/settlements/with-networks.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

type PayOutToAnotherProps = { held: Held; onClose: () => void };

/**
 * Asks where to pay the money that is still held for a deleted merchant, also while a payout to an earlier
 * address is running.
 */
export function PayOutToAnother({ held, onClose }: PayOutToAnotherProps) {
  const { chainId, money } = held;
  return (
    <Modal title={`Pay out ${money.symbol} on ${money.network}`} onClose={onClose}>
      <WithNetworks>
        {(networks) => (
          <AddressForm
            held={held}
            networks={networks.filter((network) => network.chainId === chainId)}
            onClose={onClose}
          />
        )}
      </WithNetworks>
    </Modal>
  );
}

function AddressForm({ held, networks, onClose }: PayOutToAnotherProps & { networks: readonly Network[] }) {
  const { merchantId, merchantName, asset, chainId, payable, destination, lastBulkPayout } = held;
  const isRunning = lastBulkPayout?.state === "running";
  const [text, setText] = useState("");
  const [wasTried, setTried] = useState(false);
  const [delayedUntil, setDelayedUntil] = useState<string | null>(null);
  const payOut = useRpcMutation("settlements.payOutDeleted", changedByPayout);
  const judged = judgeAddress(text, networks);
  const isSame = isRunning && judged.kind === "good" && judged.address === destination?.id;
  const issue = payOut.error?.issueOf("destination");
  const verdict = isSame ? ({ kind: "wrong", words: "A payout to this address is in progress." } as const) : judged;
  const submit = () => {
    setTried(true);
    if (verdict.kind !== "good") return;
    const to = `eip155:${chainId}:${verdict.address}`;
    payOut.mutate(
      { merchantId, asset, from: destinationOf(held), destination: to },
      { onSuccess: ({ takesEffectAt }) => (takesEffectAt === null ? onClose() : setDelayedUntil(takesEffectAt)) },
    );
  };
  if (delayedUntil !== null) {
    return (
      <div className="space-y-5">
        <p role="status">
          The address takes effect at <When at={delayedUntil} />. Nothing is paid out before then. Request the payout
          after that.
        </p>
        <ActionButton onClick={onClose}>Close</ActionButton>
      </div>
    );
  }
  return (
    <Form isBusy={payOut.isPending} onSubmit={submit}>
      <p className="wrap-anywhere">
        <Money money={payable.money} hasNetwork className="font-medium" /> is held for <bdi>{merchantName}</bdi>, which
        is deleted.
      </p>
      {destination !== null && (
        <dl className="space-y-1 text-sm">
          <dt className="font-medium">{isRunning ? "Being paid out to" : "The merchant's destination"}</dt>
          <dd className="font-mono break-all text-ink-muted">{destination.id}</dd>
        </dl>
      )}
      <AddressField
        label="Pay to"
        value={text}
        verdict={verdict}
        wasTried={wasTried}
        issue={issue}
        onChange={(value) => {
          setText(value);
          payOut.reset();
        }}
      />
      {isRunning && (
        <p className="text-sm">
          This stops the payout in progress. Transfers that have started still go to the earlier address.
        </p>
      )}
      <SentOneByOne payments={payable.payments} isMerchantDeleted />
      <p className="text-sm text-ink-muted">The audit log records the address and your name.</p>
      {payOut.error !== null && issue === undefined && <Problem>{destinationProblem(payOut.error)}</Problem>}
      <FormButtons onCancel={onClose} isBusy={payOut.isPending}>
        Pay out
      </FormButtons>
    </Form>
  );
}
