"use client";

import { useRef, useState } from "react";
import { itemField } from "#components/dashboard/payments/new/read-order.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { CrossIcon } from "#components/ui/icons.tsx";

const maxItems = 20;

type LineItemsProps = {
  /** The problem of an item's field, or of all items. */
  fault: (field: string) => string | undefined;
};

/** The goods that the buyer pays for, line by line. Optional: without a line, no fields show. */
export function LineItems({ fault }: LineItemsProps) {
  const [lines, setLines] = useState<readonly number[]>([]);
  const last = useRef(0);
  const add = () => {
    last.current += 1;
    setLines([...lines, last.current]);
  };
  const ofAll = fault("lineItems");
  return (
    <div className="space-y-4">
      {lines.map((line, place) => (
        <fieldset key={line} className="min-w-0 rounded-lg border border-line p-3">
          <legend className="px-1 text-sm text-ink-muted">Item {place + 1}</legend>
          <div className="grid grid-cols-[minmax(0,4rem)_minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_4rem_7rem_auto]">
            <div className="max-sm:col-span-full">
              <TextField
                label="Name"
                name={itemField(place, "name")}
                maxLength={120}
                autoComplete="off"
                autoFocus={line === last.current}
                error={fault(itemField(place, "name"))}
              />
            </div>
            <TextField
              label="Quantity"
              name={itemField(place, "quantity")}
              inputMode="numeric"
              autoComplete="off"
              defaultValue="1"
              className="tabular-nums"
              error={fault(itemField(place, "quantity"))}
            />
            <TextField
              label="Total"
              name={itemField(place, "total")}
              inputMode="text"
              autoComplete="off"
              placeholder="24.90"
              className="tabular-nums"
              error={fault(itemField(place, "total"))}
            />
            <ActionButton
              look="quiet"
              onClick={() => setLines(lines.filter((each) => each !== line))}
              className="mt-[1.625rem] px-3!"
            >
              <CrossIcon className="size-4" />
              <span className="sr-only">Remove item {place + 1}</span>
            </ActionButton>
          </div>
        </fieldset>
      ))}
      {ofAll !== undefined && (
        <p role="alert" className="text-sm text-critical">
          The totals together can't be less than zero.
        </p>
      )}
      {lines.length > 0 && (
        <p className="text-sm text-pretty text-ink-muted">
          The buyer sees the items and pays the amount above. A discount is an item with a negative total.
        </p>
      )}
      {lines.length < maxItems && (
        <ActionButton onClick={add}>{lines.length === 0 ? "Add line items" : "Add item"}</ActionButton>
      )}
    </div>
  );
}
