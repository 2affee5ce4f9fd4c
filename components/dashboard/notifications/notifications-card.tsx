"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { typeWords } from "#components/dashboard/notifications/notice-words.ts";
import { Card } from "#components/ui/card.tsx";
import { controlClass } from "#components/ui/field.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { MutationInput, QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Setting = QueryOutput<"notifications.settings">["settings"][number];
type Mode = MutationInput<"notifications.setMode">["mode"];

const modeWords: Record<Mode, string> = { off: "Off", at_once: "Right away", daily: "Daily summary" };
const modes = Object.keys(modeWords) as Mode[];

/** The member's choice of emails for each type of event. */
export function NotificationsCard({ email }: { email: string }) {
  const { data, error } = useQuery(rpcQuery("notifications.settings", {}));
  if (data === undefined) {
    return error === null ? <Skeleton className="h-64 w-full" /> : <Problem>{error.message}</Problem>;
  }
  const about = data.hasEmail
    ? `Emails go to ${email}. Daily summaries are sent at 08:00 UTC.`
    : "This service doesn't send email yet. Your choices apply once the operator sets it up.";
  return (
    <Card isSplit title="Notifications" about={<span className="wrap-anywhere">{about}</span>}>
      <ul className="divide-y divide-line">
        {data.settings.map((setting) => (
          <SettingItem key={setting.type} setting={setting} />
        ))}
      </ul>
    </Card>
  );
}

function SettingItem({ setting: { type, mode } }: { setting: Setting }) {
  const id = useId();
  const save = useRpcMutation("notifications.setMode", ["notifications.settings"], { isSequential: true });
  const shown = save.isPending ? save.variables.mode : mode;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-5 py-3">
      <label htmlFor={id} className="min-w-0 text-sm font-medium">
        {typeWords[type]}
      </label>
      <div className="flex items-center justify-end gap-x-3 max-sm:flex-wrap max-sm:max-w-44">
        <span role="status" className="text-sm text-ink-muted">
          {save.isSuccess ? "Saved." : ""}
        </span>
        {shown === null ? (
          <output id={id} className="text-sm text-ink-muted">
            Owners always receive this
          </output>
        ) : (
          <select
            id={id}
            value={shown}
            onChange={({ target }) => save.mutate({ type, mode: target.value as Mode })}
            className={`${controlClass} w-40! sm:w-44!`}
          >
            {modes.map((each) => (
              <option key={each} value={each}>
                {modeWords[each]}
              </option>
            ))}
          </select>
        )}
      </div>
      {save.error !== null && (
        <div className="col-span-2">
          <Problem>{save.error.message}</Problem>
        </div>
      )}
    </li>
  );
}
