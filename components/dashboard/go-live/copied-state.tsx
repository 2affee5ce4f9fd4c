import { useEffect, useRef } from "react";
import { CheckIcon } from "#components/ui/icons.tsx";
import { LiveLink } from "#components/ui/live-link.tsx";

type CopiedStateProps = {
  copy: { isDeleted: boolean };
  /** The copy's page in live mode. */
  path: string;
  /** Copied a moment ago, by the button that stood here and had the focus. */
  isNew: boolean;
};

/** Says that a record of test mode was copied, in place of its button. */
export function CopiedState({ copy: { isDeleted }, path, isNew }: CopiedStateProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isNew) link.current?.focus();
  }, [isNew]);
  if (isDeleted) return <p className="text-ink-muted">Copied, and deleted in live mode since</p>;
  return (
    <p className="flex min-h-10 items-center gap-2">
      <CheckIcon className="size-4 shrink-0 text-accent" />
      <span>
        Copied.{" "}
        <LiveLink ref={link} href={path} className="rounded-sm font-medium text-accent underline underline-offset-4">
          Open in live mode
        </LiveLink>
      </span>
    </p>
  );
}
