import { ActionButton } from "#components/ui/action-button.tsx";

type FailedPageProps = {
  /** The error that Next caught. One from the server has a digest, which the server's log names. */
  error: unknown;
  onRetry: () => void;
};

/** The text of a page that failed to render, below its heading. */
export function FailedPage({ error, onRetry }: FailedPageProps) {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <>
      <p>This page failed to load. Try again. If it keeps failing, contact the operator of this service.</p>
      {digest !== null && (
        <p className="text-sm">
          Error ID: <span className="font-mono break-all">{digest}</span>
        </p>
      )}
      <ActionButton look="primary" onClick={onRetry}>
        Try again
      </ActionButton>
    </>
  );
}
