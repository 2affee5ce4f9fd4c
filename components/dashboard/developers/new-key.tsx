import { NewSecret } from "#components/dashboard/developers/new-secret.tsx";

type NewKeyProps = { name: string; secret: string; onClose: () => void };

/** Shows the secret of a new key. */
export function NewKey({ name, secret, onClose }: NewKeyProps) {
  return (
    <NewSecret title="Your new key" kind="key" secret={secret} onClose={onClose}>
      <p className="text-pretty">
        Copy <strong className="font-medium">{name.trim()}</strong> now and store it with your server's secrets. We
        don't keep a copy, so you won't see it again.
      </p>
    </NewSecret>
  );
}
