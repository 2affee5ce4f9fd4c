"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ChevronIcon } from "#components/ui/icons.tsx";

type PopoverProps = {
  /** What the button says. */
  label: ReactNode;
  /** The name of what opens. */
  title: string;
  isActive?: boolean;
  align?: "start" | "end";
  children: (close: () => void) => ReactNode;
};

/**
 * A button that opens a small panel below it; on a phone at the lower end of the screen. Escape, a press elsewhere, and
 * moving on with the keyboard close it.
 */
export function Popover({ label, title, isActive = false, align = "start", children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const look = isActive ? "border-accent bg-accent-wash text-accent" : "border-line-strong bg-surface hover:bg-sunken";
  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={`inline-flex min-h-9 max-w-72 items-center gap-1 rounded-lg border py-1 pr-2 pl-3 text-sm whitespace-nowrap transition-colors pointer-coarse:min-h-11 ${look}`}
      >
        <span className="truncate">{label}</span>
        <ChevronIcon className="size-4 shrink-0 text-ink-muted" />
      </button>
      <fieldset
        id={id}
        aria-label={title}
        hidden={!isOpen}
        className={`fixed inset-x-2 bottom-2 z-20 max-h-[70dvh] overflow-y-auto rounded-xl border border-line bg-surface p-3 shadow-card sm:absolute sm:inset-x-auto sm:top-full sm:bottom-auto sm:mt-1 sm:w-72 ${align === "end" ? "sm:right-0" : "sm:left-0"}`}
      >
        {isOpen && children(close)}
      </fieldset>
    </div>
  );
}
