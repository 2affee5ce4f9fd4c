"use client";

import { useState } from "react";
import { areOn, type Shortcut, turn } from "#components/dashboard/palette/shortcuts.ts";
import { Key } from "#components/ui/key.tsx";
import { Modal } from "#components/ui/modal.tsx";

/** The list of shortcuts, with a switch for single keys. */
export function ShortcutsDialog({ shortcuts, onClose }: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  const [isOn, setOn] = useState(areOn);
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className="divide-y divide-line text-sm">
        <Row keys={["Ctrl", "K"]} isTogether does="Search and navigate" />
        {shortcuts.map(({ keys, does }) => (
          <Row key={does} keys={keys} does={does} />
        ))}
      </dl>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            turn(target.checked);
            setOn(target.checked);
          }}
          className="size-5 accent-accent"
        />
        Use single-key shortcuts in this browser
      </label>
    </Modal>
  );
}

type RowProps = { keys: readonly string[]; isTogether?: boolean; does: string };

function Row({ keys, isTogether = false, does }: RowProps) {
  return (
    <div className="flex items-center justify-between gap-4 py-2">
      <dt>{does}</dt>
      <dd className="flex items-center gap-1.5 text-ink-muted">
        {keys.map((key, place) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            {place > 0 && <span className="text-xs">{isTogether ? "and" : "then"}</span>}
            <Key name={key} />
          </span>
        ))}
      </dd>
    </div>
  );
}
