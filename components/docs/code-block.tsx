import { createElement, type ReactNode } from "react";
import { ScrollArea } from "#components/docs/scroll-area.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

const copyWords = { copied: "Copied", failed: "Couldn't copy" };

type CodeBlockProps = {
  /** The caption, also read by screen readers. */
  title: string;
  code: string;
  /** Whether to show a copy button. */
  canCopy?: boolean;
};

/** Code under a caption. Overflow scrolls, by keyboard too. */
export function CodeBlock({ title, code, canCopy = false }: CodeBlockProps) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex h-11 items-center justify-between border-b border-line bg-sunken pr-1 pl-4 text-sm text-ink-muted">
        {title}
        {canCopy && <CopyButton text={code} label={`Copy: ${title}`} words={copyWords} look="icon" />}
      </figcaption>
      <ScrollArea label={title} className="max-h-96 overflow-auto">
        <CodeLines code={code} />
      </ScrollArea>
    </figure>
  );
}

/** Code with its strings highlighted. */
export function CodeLines({ code }: { code: string }) {
  return (
    <pre className="w-max min-w-full px-4 py-3 font-mono text-[0.8125rem] leading-relaxed">
      {createElement("code", null, ...tokens(code))}
    </pre>
  );
}

/** Highlights quoted strings other than JSON keys. */
function tokens(code: string): ReactNode[] {
  const parts = code.split(/("(?:[^"\\]|\\.)*"|'[^']*')/g);
  return parts.map((part, index) => {
    const isWord = index % 2 === 1 && !parts[index + 1]?.startsWith(":");
    return isWord ? createElement("span", { className: "text-accent" }, part) : part;
  });
}
