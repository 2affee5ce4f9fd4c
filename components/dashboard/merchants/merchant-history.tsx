"use client";

import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { type Change, describeChange, type FieldChange } from "#components/dashboard/merchants/describe-change.ts";
import { When } from "#components/dashboard/when.tsx";
import { Card } from "#components/ui/card.tsx";

/** The merchant's audit log, for members with the right to read it. */
export function MerchantHistory({ merchantId }: { merchantId: string }) {
  const history = useQuery(rpcQuery("merchants.history", { merchantId }));
  const { data: known } = useQuery(rpcQuery("merchants.networks", {}));
  const nameOf = (asset: string) => {
    const network = known?.networks.find(({ tokens }) => tokens.some((token) => token.asset === asset));
    const token = network?.tokens.find((each) => each.asset === asset);
    return network === undefined || token === undefined ? asset : `${token.symbol} on ${network.name}`;
  };
  return (
    <Card title="Changes" about="The latest entries from the audit log.">
      <Loaded query={history} size="h-40 w-full">
        {({ changes }) =>
          changes.length === 0 ? (
            <p className="text-sm text-ink-muted">No changes yet.</p>
          ) : (
            <ol className="divide-y divide-line text-sm">
              {changes.map((change) => (
                <Entry key={change.id} change={change} nameOf={nameOf} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}

const kinds = { user: "", api_key: "API key ", operator: "Operator " };

function Entry({ change, nameOf }: { change: Change; nameOf: (asset: string) => string }) {
  const { title, fields } = describeChange(change, nameOf);
  const { actorKind, actorName, at } = change;
  return (
    <li className="space-y-1 py-2.5 first:pt-0 last:pb-0">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
        <span>
          <span className="font-medium">{title}</span>{" "}
          <span className="break-all text-ink-muted">
            by {actorKind === null ? "Till" : `${kinds[actorKind]}${actorName ?? ""}`}
          </span>
        </span>
        <When at={at} className="text-ink-muted" />
      </p>
      {fields.length > 0 && (
        <dl className="space-y-0.5">
          {fields.map((field) => (
            <Field key={field.label} field={field} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Field({ field: { label, before, after } }: { field: FieldChange }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-ink-muted">{label}:</dt>
      <dd className="min-w-0 break-all">
        {before !== null && (
          <del className={`text-ink-muted ${after === null ? "" : "no-underline"}`}>
            <span className="sr-only">was </span>
            {before}
          </del>
        )}
        {before !== null && after !== null && <span aria-hidden="true"> → </span>}
        {after !== null && (
          <ins className="no-underline">
            {before !== null && <span className="sr-only">is now </span>}
            {after}
          </ins>
        )}
      </dd>
    </div>
  );
}
