"use client";

import * as RadixPopover from "@radix-ui/react-popover";
import { type ReactNode, useState } from "react";
import { ChevronIcon } from "#components/ui/icons.tsx";

type PopoverProps = {
  /** The label of the button. */
  label: ReactNode;
  /** The name of the panel. */
  title: string;
  isActive?: boolean;
  align?: "start" | "end";
  children: (close: () => void) => ReactNode;
};

/** On a phone the panel sits at the bottom of the screen, wherever the button is. */
const sheetOnPhone =
  "max-sm:*:data-radix-popper-content-wrapper:inset-x-2! max-sm:*:data-radix-popper-content-wrapper:top-auto! max-sm:*:data-radix-popper-content-wrapper:bottom-2! max-sm:*:data-radix-popper-content-wrapper:min-w-0! max-sm:*:data-radix-popper-content-wrapper:transform-none!";

/** A button that opens a small panel below it. Escape or a press outside closes the panel. */
export function Popover({ label, title, isActive = false, align = "start", children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const look = isActive ? "border-accent bg-accent-wash text-accent" : "border-line-strong bg-surface hover:bg-sunken";
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={setOpen}>
      <div className={sheetOnPhone}>
        <RadixPopover.Trigger
          className={`inline-flex min-h-9 max-w-72 items-center gap-1 rounded-lg border py-1 pr-2 pl-3 text-sm whitespace-nowrap transition-colors pointer-coarse:min-h-11 ${look}`}
        >
          <span className="truncate">{label}</span>
          <ChevronIcon className="size-4 shrink-0 text-ink-muted" />
        </RadixPopover.Trigger>
        <RadixPopover.Content
          aria-label={title}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-20 max-h-[70dvh] overflow-y-auto rounded-xl border border-line bg-surface p-3 shadow-card focus:outline-none sm:w-72"
        >
          {children(() => setOpen(false))}
        </RadixPopover.Content>
      </div>
    </RadixPopover.Root>
  );
}
