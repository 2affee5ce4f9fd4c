"use client";

import { useRouter } from "next/navigation";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { Card } from "#components/ui/card.tsx";
import { SelectField } from "#components/ui/field.tsx";

type TimeZoneFormProps = { timeZone: string | null; timeZones: readonly string[] };

/** Changes the time zone in which the dashboard shows times. */
export function TimeZoneForm({ timeZone, timeZones }: TimeZoneFormProps) {
  const router = useRouter();
  const save = useRpcMutation("account.setTimeZone");
  return (
    <Card
      isSplit
      title="Time zone"
      about="The dashboard shows times in this zone, with UTC on hover. Figures, filters by day, statements and exports stay in UTC."
    >
      <div className="flex flex-wrap items-center gap-3 px-5 py-4">
        <div className="w-full max-w-sm">
          <SelectField
            label="Your time zone"
            defaultValue={timeZone ?? ""}
            error={save.error?.message}
            onChange={({ currentTarget: { value } }) =>
              save.mutate({ timeZone: value === "" ? null : value }, { onSuccess: () => router.refresh() })
            }
          >
            <option value="">UTC</option>
            {timeZones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </SelectField>
        </div>
        <span role="status" className="text-sm text-ink-muted sm:pt-6.5">
          {save.isSuccess ? "Saved." : ""}
        </span>
      </div>
    </Card>
  );
}
