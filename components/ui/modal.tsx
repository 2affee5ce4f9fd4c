"use client";

import * as Dialog from "@radix-ui/react-dialog";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { CrossIcon } from "#components/ui/icons.tsx";

/** The element that had the focus before the first of several dialogs that replace each other. */
let lastOpener: Element | null = null;

type ModalWindowProps = { className: string; onClose: () => void; children: ReactNode };

/**
 * A modal dialog without a layout. Its children must include a `Dialog.Title`, which names it. Escape closes it; a press
 * outside doesn't, so that a half-filled form isn't lost.
 *
 * The backdrop is a plain element because Radix's `Dialog.Overlay` adds a style element to lock scrolling, which the
 * Content-Security-Policy refuses (docs/decisions/0035-interface-primitives.md).
 */
export function ModalWindow({ className, onClose, children }: ModalWindowProps) {
  const opener = useRef<Element | null>(null);
  // Runs before the dialog takes the focus. Radix returns it to a Dialog.Trigger only, which these dialogs don't have.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) lastOpener = document.activeElement;
    opener.current = lastOpener;
  }, []);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <div aria-hidden="true" className="fixed inset-0 z-50 bg-ink/40 dark:bg-canvas/70" />
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className={`fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-2xl border border-line bg-surface text-start text-base text-ink shadow-card focus:outline-none ${className}`}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type ModalProps = { title: string; onClose: () => void; children: ReactNode; isWide?: boolean };

/** A modal dialog with a title and a close button. */
export function Modal({ title, onClose, children, isWide = false }: ModalProps) {
  return (
    <ModalWindow onClose={onClose} className={`overflow-y-auto ${isWide ? "max-w-2xl" : "max-w-lg"}`}>
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <Dialog.Title className="min-w-0 font-semibold wrap-anywhere">{title}</Dialog.Title>
        <Dialog.Close className="inline-flex size-10 shrink-0 items-center justify-center self-start rounded-lg text-ink-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11">
          <CrossIcon />
          <span className="sr-only">Close</span>
        </Dialog.Close>
      </div>
      <div className="space-y-5 p-5">{children}</div>
    </ModalWindow>
  );
}
