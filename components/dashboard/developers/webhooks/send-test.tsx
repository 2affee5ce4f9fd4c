"use client";

import { useEffect, useEffectEvent } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { AttemptAnswer } from "#components/dashboard/developers/webhooks/attempt-answer.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

/** Sends a test event when it opens, and shows the answer. */
export function SendTest({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const { mutate, data, error, isPending } = useRpcMutation("webhooks.sendTest");
  const send = useEffectEvent(() => mutate({ endpointId }));
  useEffect(() => send(), []);
  return (
    <Modal title="Test event" onClose={onClose} isWide>
      <div role="status" className="space-y-4">
        {error !== null && <Problem>{error.message}</Problem>}
        {isPending && (
          <p className="flex items-center gap-3">
            <SpinnerIcon className="size-5" /> Sending an event of type webhook.test. This takes up to 10 seconds.
          </p>
        )}
        {data !== undefined && !isPending && (
          <>
            <p className="flex flex-wrap items-center gap-3">
              <Badge tone={data.error === null ? "good" : "critical"}>
                {data.error === null ? "Delivered" : "Failed"}
              </Badge>
              <span className="tabular-nums">
                {data.status === null ? "No response" : `Status ${data.status}`} after{" "}
                {data.latencyMs.toLocaleString("en")} ms
              </span>
            </p>
            {data.error !== null && <p className="text-pretty wrap-anywhere">{data.error}</p>}
            <AttemptAnswer answer={data.answer} />
          </>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <ActionButton isBusy={isPending} onClick={() => mutate({ endpointId })}>
          Send again
        </ActionButton>
        <ActionButton look="primary" onClick={onClose}>
          Close
        </ActionButton>
      </div>
    </Modal>
  );
}
