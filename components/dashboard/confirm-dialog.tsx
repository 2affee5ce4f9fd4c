"use client";

import type { ReactNode } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

type ConfirmDialogProps = {
  title: string;
  /** The consequences of the action. */
  children: ReactNode;
  confirmLabel: string;
  /** The label of the button that cancels. */
  keepLabel?: string;
  isDangerous?: boolean;
  isBusy: boolean;
  error: { message: string } | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of an action that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, keepLabel = "Cancel" } = props;
  const { isDangerous = false, isBusy, error, onConfirm, onClose } = props;
  return (
    <Modal title={title} onClose={onClose}>
      <div className="space-y-3 text-pretty">{children}</div>
      {error !== null && <Problem>{error.message}</Problem>}
      <div className="flex flex-wrap justify-end gap-3">
        <ActionButton onClick={onClose}>{keepLabel}</ActionButton>
        <ActionButton look={isDangerous ? "critical" : "primary"} isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </ActionButton>
      </div>
    </Modal>
  );
}
