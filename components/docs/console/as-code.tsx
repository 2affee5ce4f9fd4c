import { useState } from "react";
import type { ConsoleRequest } from "#components/docs/console/prepare-request.ts";
import { SampleTabs } from "#components/docs/sample-tabs.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { SampleDoc } from "#lib/api/schemas/reference.ts";

type AsCodeProps = {
  id: string;
  method: string;
  /** Builds the request as it would be sent now; null when a field can't be sent. */
  prepare: () => ConsoleRequest | null;
  /** The request's parts as one text. The code is hidden when it changes. */
  madeOf: string;
};

/** Shows the request as programs, with a placeholder in place of the key. */
export function AsCode({ id, method, prepare, madeOf }: AsCodeProps) {
  const [shown, setShown] = useState<{ madeOf: string; samples: SampleDoc[] | null }>();
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    const request = prepare();
    if (request === null) return;
    setBusy(true);
    setShown({ madeOf, samples: await fetchCode(method, request).catch(() => null) });
    setBusy(false);
  };
  const current = shown?.madeOf === madeOf ? shown : undefined;
  return (
    <>
      {current === undefined && (
        <ActionButton look="quiet" isBusy={isBusy} onClick={() => void show()}>
          Show as code
        </ActionButton>
      )}
      {current?.samples === null && <Problem>The code can't be loaded. Check your connection and try again.</Problem>}
      {current?.samples && <SampleTabs id={`console-${id}`} title="Your request" samples={current.samples} />}
    </>
  );
}

/** Fetches the programs of a request. Its credentials aren't sent. */
async function fetchCode(method: string, { target, headers, body }: ConsoleRequest): Promise<SampleDoc[]> {
  const asked = {
    method,
    target,
    credential: "App-Id" in headers && !("Api-Key" in headers) ? "App-Id" : "Api-Key",
    merchantId: headers["Merchant-Id"],
    version: headers["Service-Version"],
    isIdempotent: "Idempotency-Key" in headers,
    body,
  };
  const response = await fetch("/docs/console/code", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(asked),
    credentials: "omit",
  });
  if (!response.ok) throw new Error(`code: ${response.status}`);
  return ((await response.json()) as { samples: SampleDoc[] }).samples;
}
