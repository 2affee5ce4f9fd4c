import { ActionButton } from "#components/ui/action-button.tsx";

type SaveRowProps = {
  /** The button's words, such as "Save name". */
  label: string;
  isBusy: boolean;
  /** Said next to the button; null while there is nothing to say. */
  saved: string | null;
};

/** The end of a form: its button, and the confirmation that it was saved. */
export function SaveRow({ label, isBusy, saved }: SaveRowProps) {
  return (
    <div className="flex items-center gap-4">
      <ActionButton type="submit" isBusy={isBusy}>
        {label}
      </ActionButton>
      <span role="status" className="text-sm text-accent">
        {saved}
      </span>
    </div>
  );
}
