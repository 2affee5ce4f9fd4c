import { ActionButton } from "#components/ui/action-button.tsx";

type FailedPageProps = {
  /** The error that Next caught. */
  error: unknown;
  onRetry: () => void;
};

/** Returns the digest by which the server's log names an error; null for an error of the browser. */
export function digestOf(error: unknown): string | null {
  return error instanceof Error && "digest" in error ? String(error.digest) : null;
}

/** The text of a page that failed to render, below its heading. */
export function FailedPage({ error, onRetry }: FailedPageProps) {
  const digest = digestOf(error);
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
