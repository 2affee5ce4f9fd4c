import { CopyButton } from "#components/ui/copy-button.tsx";

/** A link in full, with a button that copies it. */
export function CopiedLink({ url }: { url: string }) {
  return (
    <div className="flex items-center gap-1 rounded-lg border border-line bg-sunken pl-3 text-sm">
      <code className="min-w-0 grow font-mono text-[0.9em] break-all">{url}</code>
      <CopyButton text={url} label="Copy link" words={{ copied: "Copied", failed: "Couldn't copy" }} look="icon" />
    </div>
  );
}
