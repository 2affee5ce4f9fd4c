"use client";

import { useState } from "react";
import { rolesToGive, roleWords } from "#components/dashboard/members/role-words.ts";
import { SelectField } from "#components/ui/field.tsx";
import type { Role } from "#lib/core/roles.ts";

type RoleFieldProps = { own: Role; initial: Role; error: string | undefined };

/** A select of roles, with a description of the chosen one. */
export function RoleField({ own, initial, error }: RoleFieldProps) {
  const [role, setRole] = useState(initial);
  const choices = rolesToGive(own);
  return (
    <SelectField
      label="Role"
      name="role"
      value={role}
      onChange={(event) => setRole(choices.find((one) => one === event.target.value) ?? role)}
      hint={roleWords[role]}
      error={error}
    >
      {choices.map((one) => (
        <option key={one} value={one}>
          {one[0]?.toUpperCase()}
          {one.slice(1)}
        </option>
      ))}
    </SelectField>
  );
}

/** Reads the role out of a submitted form. */
export function roleOf(form: FormData, own: Role): Role {
  return rolesToGive(own).find((role) => role === form.get("role")) ?? "viewer";
}
