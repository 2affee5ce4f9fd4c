import { DataProvider } from "#components/dashboard/data/data-provider.tsx";
import { ProofDialog } from "#components/dashboard/data/step-up.tsx";

type ProveProps = { userId: string; onProved: () => void; onClose: () => void };

/** Asks the member to prove who they are, as the dashboard does. */
export function Prove({ userId, onProved, onClose }: ProveProps) {
  return (
    <DataProvider userId={userId} isTest={false}>
      <ProofDialog onProved={onProved} onClose={onClose} />
    </DataProvider>
  );
}
