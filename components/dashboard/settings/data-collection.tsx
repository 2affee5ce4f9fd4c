"use client";

import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { DataCollectionForm } from "#components/dashboard/settings/data-collection-form.tsx";
import { Card } from "#components/ui/card.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

const about =
  "Ask buyers for their name, date of birth and address before they pay. Answers are encrypted and kept for 180 days. Applies to every payment that isn't confirmed yet.";

/** The policy on when buyers must give their details. */
export function DataCollection({ canWrite }: { canWrite: boolean }) {
  const policy = useQuery(rpcQuery("settings.dataCollection", {}));
  return (
    <Card title="Buyer details" about={about}>
      <Loaded query={policy} size="h-24 w-full">
        {(known) => (canWrite ? <DataCollectionForm policy={known} /> : <PolicyFacts policy={known} />)}
      </Loaded>
    </Card>
  );
}

function PolicyFacts({ policy }: { policy: QueryOutput<"settings.dataCollection"> }) {
  if (policy.kind === "off") return <p>Buyers aren't asked for any details.</p>;
  const { name, termsUrl, privacyUrl } = policy.provider;
  const link = "text-accent underline-offset-4 hover:underline";
  return (
    <div className="space-y-1">
      <p>
        {policy.kind === "always" ? "Required for every payment" : `Required from ${policy.amount} ${policy.currency}`},
        on behalf of <bdi>{name}</bdi>.
      </p>
      <p className="flex flex-wrap gap-4 text-sm">
        <a href={termsUrl} target="_blank" rel="noopener noreferrer" className={link}>
          Terms
        </a>
        <a href={privacyUrl} target="_blank" rel="noopener noreferrer" className={link}>
          Privacy policy
        </a>
      </p>
    </div>
  );
}
