import { TextField } from "#components/ui/field.tsx";

type NewPasswordFieldProps = { label: string; error: string | undefined };

/** A field for a new password. */
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

/** A hidden email for password managers, which save a new password with the username next to it. */
export function UsernameForPasswordManagers({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
