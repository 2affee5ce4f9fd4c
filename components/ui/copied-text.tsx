import { CopyButton } from "#components/ui/copy-button.tsx";

/** A long text in full that scrolls in its box, with a button that copies it. @param name its name, such as "call data". */
export function CopiedText({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex items-start gap-1 rounded-lg border border-line bg-surface pl-3 text-sm">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard. */}
      <section aria-label={name} tabIndex={0} className="max-h-28 min-w-0 grow overflow-y-auto py-3">
        <code className="font-mono text-[0.9em] break-all">{text}</code>
      </section>
      <CopyButton
        text={text}
        label={`Copy ${name}`}
        words={{ copied: "Copied", failed: "Couldn't copy" }}
        look="icon"
      />
    </div>
  );
}
