"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { AddressField, isUsable } from "#components/dashboard/merchants/settlements/address-field.tsx";
import { judgeAddress, type Network } from "#components/dashboard/merchants/settlements/judge-address.ts";
import { TokenChoice } from "#components/dashboard/merchants/settlements/token-choice.tsx";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

type AddDestinationsProps = { merchant: FetchedMerchant; look?: "primary" | "plain" };

/** The button and dialog that add destinations: one address for all selected tokens. */
export function AddDestinations({ merchant, look = "plain" }: AddDestinationsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton look={look} onClick={() => setOpen(true)}>
        Add destination
      </ActionButton>
      {isOpen && (
        <Modal title="Add settlement destination" isWide onClose={() => setOpen(false)}>
          <Loaded merchant={merchant} onClose={() => setOpen(false)} />
        </Modal>
      )}
    </>
  );
}

type FormProps = { merchant: FetchedMerchant; onClose: () => void };

function Loaded(props: FormProps) {
  const { data, error } = useQuery(rpcQuery("merchants.networks", {}));
  if (error !== null) return <Problem>{error.message}</Problem>;
  if (data === undefined) return <Skeleton className="h-64 w-full" />;
  return <AddForm {...props} networks={data.networks} />;
}

function AddForm({ merchant, onClose, networks }: FormProps & { networks: readonly Network[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState("");
  const [isAgreed, setAgreed] = useState(false);
  const [wasTried, setTried] = useState(false);
  const add = useRpcMutation("settlements.add", ["merchants.get", "merchants.list", "merchants.history"]);
  const used = networks.filter(({ tokens }) => tokens.some(({ asset }) => chosen.has(asset)));
  const verdict = judgeAddress(text, used);
  const taken = new Set<string>(merchant.crypto.map(({ asset }) => asset));
  const isMissingToken = wasTried && chosen.size === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (add.isPending || chosen.size === 0 || !isUsable(verdict, isAgreed)) return;
    const settlements = used.flatMap(({ chainId, tokens }) =>
      tokens
        .filter(({ asset }) => chosen.has(asset))
        .map(({ asset }) => ({ asset, destination: `eip155:${chainId}:${verdict.address}` })),
    );
    add.mutate({ merchantId: merchant.id, settlements }, { onSuccess: onClose });
  };
  const change = (value: string) => {
    setText(value);
    setAgreed(false);
    add.reset();
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-6">
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
        isAgreed={isAgreed}
        onChange={change}
        onAgree={setAgreed}
      />
      {add.error !== null && <Problem>{add.error.issues[0]?.message ?? add.error.message}</Problem>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <ActionButton onClick={onClose}>Cancel</ActionButton>
        <ActionButton type="submit" look="primary" isBusy={add.isPending}>
          {chosen.size > 1 ? `Add ${chosen.size} destinations` : "Add destination"}
        </ActionButton>
      </div>
    </form>
  );
}
