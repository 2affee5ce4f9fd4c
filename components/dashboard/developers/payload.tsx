import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ScrolledText } from "#components/ui/scrolled-text.tsx";

type PayloadProps = { title: string; about: string; json: string };

/** The JSON body of an event, indented. It is shown as text and scrolls sideways. */
export function Payload({ title, about, json }: PayloadProps) {
  const text = JSON.stringify(JSON.parse(json), null, 2);
  return (
    <Card
      title={title}
      about={about}
      isSplit
      action={
        <CopyButton
          text={json}
          label="Copy payload"
          words={{ copied: "Copied", failed: "Couldn't copy" }}
          look="icon"
        />
      }
    >
      <ScrolledText label="Payload as JSON" className="max-h-128 rounded-b-xl">
        {text}
      </ScrolledText>
    </Card>
  );
}
