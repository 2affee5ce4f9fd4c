"use client";

import { useState } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { AddressField } from "#components/dashboard/merchants/settlements/address-field.tsx";
import { destinationProblem } from "#components/dashboard/merchants/settlements/destination-problem.ts";
import { judgeAddress, type Network } from "#components/dashboard/merchants/settlements/judge-address.ts";
import { type OfferedPayouts, OfferPayout } from "#components/dashboard/merchants/settlements/offer-payout.tsx";
import { TokenChoice } from "#components/dashboard/merchants/settlements/token-choice.tsx";
import { WithNetworks } from "#components/dashboard/merchants/settlements/with-networks.tsx";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

type AddDestinationsProps = { merchant: FetchedMerchant; canPayOut: boolean; onClose: () => void };

/** The dialog that adds destinations: one address for all selected tokens. Then offers to pay out what is held for them. */
export function AddDestinations(props: AddDestinationsProps) {
  return (
    <Modal title="Add settlement destination" isWide onClose={props.onClose}>
      <WithNetworks>{(networks) => <AddForm {...props} networks={networks} />}</WithNetworks>
    </Modal>
  );
}

function AddForm({ merchant, canPayOut, onClose, networks }: AddDestinationsProps & { networks: readonly Network[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState("");
  const [wasTried, setTried] = useState(false);
  const [held, setHeld] = useState<OfferedPayouts | null>(null);
  const changed = ["merchants.get", "merchants.list", "merchants.history", "payouts.held"] as const;
  const add = useRpcMutation("settlements.add", changed);
  const used = networks.filter(({ tokens }) => tokens.some(({ asset }) => chosen.has(asset)));
  const verdict = judgeAddress(text, used);
  const taken = new Set<string>(merchant.crypto.map(({ asset }) => asset));
  const isMissingToken = wasTried && chosen.size === 0;
  const submit = () => {
    setTried(true);
    if (chosen.size === 0 || verdict.kind !== "good") return;
    const settlements = used.flatMap(({ chainId, tokens }) =>
      tokens
        .filter(({ asset }) => chosen.has(asset))
        .map(({ asset }) => ({ asset, destination: `eip155:${chainId}:${verdict.address}` })),
    );
    const offer = ({ held }: { held: OfferedPayouts }) => (held.length > 0 && canPayOut ? setHeld(held) : onClose());
    add.mutate({ merchantId: merchant.id, settlements }, { onSuccess: offer });
  };
  if (held !== null) return <OfferPayout merchantId={merchant.id} held={held} onClose={onClose} />;
  const change = (value: string) => {
    setText(value);
    add.reset();
  };
  return (
    <Form isBusy={add.isPending} onSubmit={submit} className="space-y-6">
      <fieldset className="space-y-3" aria-describedby={isMissingToken ? "no-token" : undefined}>
        <legend className="text-sm font-medium">1. Tokens</legend>
        {isMissingToken && (
          <p id="no-token" role="alert" className="text-sm text-critical">
            Choose at least one token.
          </p>
        )}
        <TokenChoice networks={networks} taken={taken} chosen={chosen} onChange={setChosen} />
      </fieldset>
      <AddressField
        label="2. Address"
        value={text}
        verdict={verdict}
        wasTried={wasTried}
        issue={undefined}
        onChange={change}
      />
      {add.error !== null && <Problem>{destinationProblem(add.error)}</Problem>}
      <FormButtons onCancel={onClose} isBusy={add.isPending}>
        {chosen.size > 1 ? `Add ${chosen.size} destinations` : "Add destination"}
      </FormButtons>
    </Form>
  );
}
