"use client";

import { LeftAccess, type LeftAccessData } from "#components/dashboard/members/left-access.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";

type CheckLeftAccessProps = { email: string; left: LeftAccessData; onClose: () => void };

/** Shows what a member who was removed, or has a lower role now, has set up, so that it can be revoked. */
export function CheckLeftAccess({ email, left, onClose }: CheckLeftAccessProps) {
  return (
    <Modal title="Check what still works" onClose={onClose}>
      <p className="text-sm text-pretty">
        The change is saved. <span className="break-all">{email}</span> set up the following, which keeps working.
        Revoke what you don't need.
      </p>
      <LeftAccess left={left} />
      <div className="flex justify-end">
        <ActionButton look="primary" onClick={onClose}>
          Done
        </ActionButton>
      </div>
    </Modal>
  );
}
