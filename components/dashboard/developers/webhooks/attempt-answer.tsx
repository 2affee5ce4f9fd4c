import { ScrolledText } from "#components/ui/scrolled-text.tsx";

/** The start of a receiver's answer, as text. */
export function AttemptAnswer({ answer }: { answer: string | null }) {
  if (answer === null || answer === "") return null;
  return (
    <figure className="space-y-1">
      <figcaption className="text-sm text-ink-muted">Response, up to its first 2 KB</figcaption>
      <ScrolledText label="Response" isWrapped className="max-h-60 rounded-lg border border-line">
        {answer}
      </ScrolledText>
    </figure>
  );
}
