"use client";

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { CrossIcon } from "#components/ui/icons.tsx";

type ModalProps = { title: string; onClose: () => void; children: ReactNode; isWide?: boolean };

/** A window over the page: the browser's own dialog, which keeps the focus inside and closes by Escape. */
export function Modal({ title, onClose, children, isWide = false }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it is taken off the page: the browser then gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={onClose}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-2xl border border-line bg-surface p-0 text-start text-base text-ink shadow-card backdrop:bg-ink/40 dark:backdrop:bg-canvas/70 ${isWide ? "max-w-2xl" : "max-w-lg"}`}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        <button
          type="button"
          onClick={onClose}
          className="inline-flex size-10 items-center justify-center rounded-lg text-ink-muted hover:bg-sunken hover:text-ink"
        >
          <CrossIcon />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <div className="space-y-5 p-5">{children}</div>
    </dialog>
  );
}
