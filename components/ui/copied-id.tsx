import { CopyButton } from "#components/ui/copy-button.tsx";

/** An id in full, with a button that copies it. @param name the button's name, such as "Copy event ID". */
export function CopiedId({ id, name, className }: { id: string; name: string; className: string }) {
  return (
    <span className="inline-flex min-w-0 items-center">
      <code className={`min-w-0 break-all ${className}`}>{id}</code>
      <CopyButton text={id} label={name} words={{ copied: "Copied", failed: "Couldn't copy" }} look="compact" />
    </span>
  );
}
