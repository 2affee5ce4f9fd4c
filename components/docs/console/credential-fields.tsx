import { setCredential } from "#components/docs/console/credentials.ts";
import type { Problems } from "#components/docs/console/prepare-request.ts";
import { TextField } from "#components/ui/field.tsx";
import type { ConsoleDoc } from "#lib/api/schemas/reference.ts";

type CredentialFieldsProps = { doc: ConsoleDoc; values: Readonly<Record<string, string>>; problems: Problems };

/** The headers that say who sends the request. */
export function CredentialFields({ doc, values, problems }: CredentialFieldsProps) {
  return (
    <>
      {doc.credentials.map(({ name, isSecret, isOptional }) => (
        <TextField
          key={name}
          label={
            <>
              <code className="font-mono">{name}</code>
              {isOptional && <span className="font-normal text-ink-muted"> optional</span>}
            </>
          }
          type={isSecret ? "password" : "text"}
          // Set as a property: React would write a value into the HTML, where styles and extensions can read a key.
          ref={(input) => {
            if (input !== null) input.value = values[name] ?? "";
          }}
          onChange={({ target }) => setCredential(name, target.value)}
          error={problems[name]}
          hint={
            isSecret ? "Kept in this page's memory until you leave it. Requests act on your real account." : undefined
          }
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          className="font-mono"
        />
      ))}
    </>
  );
}
