import type { ReactNode } from "react";
import { NewSecret } from "#components/dashboard/developers/new-secret.tsx";

type NewSigningSecretProps = { title: string; secret: string; children: ReactNode; onClose: () => void };

/** Shows a new signing secret of a webhook endpoint. */
export function NewSigningSecret({ title, secret, children, onClose }: NewSigningSecretProps) {
  return (
    <NewSecret title={title} kind="secret" secret={secret} onClose={onClose}>
      <p className="text-pretty">{children}</p>
      <p className="text-pretty">
        Copy the signing secret now and store it on your server, which needs it to verify webhooks. You won't see it
        again.
      </p>
    </NewSecret>
  );
}
