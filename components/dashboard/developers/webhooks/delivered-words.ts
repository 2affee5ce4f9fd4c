/** The number of endpoints by what became of an event's delivery. */
export type DeliveredTo = { succeeded: number; pending: number; failed: number };

const endpoints = (count: number) => (count === 1 ? "1 endpoint" : `${count} endpoints`);

/** Says to how many endpoints an event was sent, in the words that follow its type. */
export function deliveredWords({ succeeded, pending, failed }: DeliveredTo): string {
  const parts = [
    ...(succeeded > 0 ? [`sent to ${endpoints(succeeded)}`] : []),
    ...(pending > 0 ? [`waiting for ${endpoints(pending)}`] : []),
    ...(failed > 0 ? [`failed for ${endpoints(failed)}`] : []),
  ];
  return parts.length === 0 ? "not sent to any endpoint" : parts.join(", ");
}
