"use client";

import { useState } from "react";
import { isNothingLeft, type LeftAccessData } from "#components/dashboard/members/left-access.tsx";
import { ManageMember, type MemberData } from "#components/dashboard/members/manage-member.tsx";
import { mayManage } from "#components/dashboard/members/role-words.ts";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Role } from "#lib/core/roles.ts";

type MemberItemProps = {
  member: MemberData;
  own: Role;
  /** The member lost access, and has set up what still works. The row may be gone by then. */
  onLeft: (left: LeftAccessData) => void;
};

/** A member of the partner. */
export function MemberItem({ member, own, onLeft }: MemberItemProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { email, name, role, hasSecondFactor, lastSignInAt, isSelf } = member;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 px-5 py-3 xl:grid-cols-[1fr_7rem_16rem_6rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="min-w-0 break-words">{name === "" ? email : name}</bdi>
          {isSelf && <Badge>You</Badge>}
          {hasSecondFactor && <Badge tone="good">Two-factor</Badge>}
        </p>
        {name !== "" && <p className="text-sm break-all text-ink-muted">{email}</p>}
      </div>
      <p className="order-2 text-sm capitalize xl:order-none">{role}</p>
      <p className="order-3 col-span-2 text-sm text-ink-muted xl:order-none xl:col-span-1">
        {lastSignInAt === null ? (
          "Never signed in"
        ) : (
          <>
            Last signed in <When at={lastSignInAt} />
          </>
        )}
      </p>
      {mayManage(own, role) && (
        <ActionButton
          className="order-1 justify-self-end xl:order-none"
          aria-label={`Manage ${email}`}
          onClick={() => setIsOpen(true)}
        >
          Manage
        </ActionButton>
      )}
      {isOpen && (
        <ManageMember
          member={member}
          own={own}
          onClose={(left) => {
            setIsOpen(false);
            if (left !== null && !isNothingLeft(left)) onLeft(left);
          }}
        />
      )}
    </li>
  );
}
