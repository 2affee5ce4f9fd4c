import { NewSecret } from "#components/dashboard/developers/new-secret.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";

type NewKeyProps = {
  name: string;
  /** Null when the response that contained it was lost. */
  secret: string | null;
  onClose: () => void;
};

/** Shows the secret of a new key, or what to do without it. */
export function NewKey({ name, secret, onClose }: NewKeyProps) {
  const key = <strong className="font-medium wrap-anywhere">{name.trim()}</strong>;
  if (secret === null) {
    return (
      <Modal title="Key created, but not received" onClose={onClose}>
        <p className="text-pretty">
          Your first attempt created {key}, but the response with the key was lost. We don't keep a copy. Revoke this
          key, then create another one.
        </p>
        <div className="flex justify-end">
          <ActionButton look="primary" onClick={onClose}>
            Close
          </ActionButton>
        </div>
      </Modal>
    );
  }
  return (
    <NewSecret title="Your new key" kind="key" secret={secret} onClose={onClose}>
      <p className="text-pretty">
        Copy {key} now and store it with your server's secrets. We don't keep a copy, so you won't see it again.
      </p>
    </NewSecret>
  );
}
