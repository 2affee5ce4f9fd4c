import { useEffect, useRef } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";

type QuestionProps = { method: string; path: string; isTest: boolean; onSend: () => void; onCancel: () => void };

/** Asks before a request that deletes something or moves money. */
export function Question({ method, path, isTest, onSend, onCancel }: QuestionProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector("button")?.focus(), []);
  return (
    <div ref={root} role="alert" className="space-y-3 rounded-lg bg-critical-wash p-4 text-sm">
      <p className="text-pretty">
        {isTest ? "This changes your test account:" : "This changes your real account and may move money:"}{" "}
        <code className="font-mono break-words">
          {method} {path}
        </code>
      </p>
      <div className="flex flex-wrap gap-3">
        <ActionButton look="critical" onClick={onSend}>
          Send anyway
        </ActionButton>
        <ActionButton onClick={onCancel}>Don't send</ActionButton>
      </div>
    </div>
  );
}
