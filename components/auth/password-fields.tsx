import { TextField } from "#components/ui/field.tsx";

type NewPasswordFieldProps = { label: string; error: string | undefined };

/** A new password; long enough is all that it has to be. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      hint="At least 10 characters. A few random words are easy to remember and hard to guess."
      error={error}
    />
  );
}

/** For password managers, which keep a new password with the address that they find beside it. */
export function AddressForManagers({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
