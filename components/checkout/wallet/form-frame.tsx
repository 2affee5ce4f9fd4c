import { type RefObject, useEffect, useRef, useState } from "react";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { type FormDraft, readDraft, withPrefill } from "#components/checkout/wallet/form-draft.ts";
import { readFormMessage } from "#components/checkout/wallet/form-message.ts";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { Button } from "#components/ui/button.tsx";
import type { WireForm } from "#lib/api/schemas/gateway.ts";

type FormFrameProps = { form: WireForm; merchantName: string; onDone: () => void; onBack: () => void };

/** Where the form is: on this page, in a window of its own, or nowhere yet because frames are refused. */
type Place = "frame" | "window" | "refused";

/** The form that an option requires, on this page, or in a window of its own where frames are refused. */
export function FormFrame({ form, merchantName, onDone, onBack }: FormFrameProps) {
  const { say } = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  const opened = useRef<Window | null>(null);
  // What was typed before something failed: whoever starts again finds it there.
  const draft = useRef<FormDraft>({});
  const [place, setPlace] = useState<Place>("frame");
  const [failure, setFailure] = useState<string | null>(null);
  const [begun, setBegun] = useState(() => ({ attempt: 0, url: formUrl(form.url) }));

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      // From our own pages, and of those from the one that was opened here.
      if (event.origin !== location.origin || event.source === null) return;
      const source = [frame.current?.contentWindow, opened.current].find((one) => one === event.source);
      if (!source) return;
      const message = readFormMessage(event.data);
      if (message?.type === "IC_ERROR") {
        draft.current = readDraft(source, form);
        setFailure(message.error);
      }
      if (message?.type !== "IC_COMPLETE") return;
      opened.current?.close();
      onDone();
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [form, onDone]);

  const openWindow = () => {
    const typed = { ...draft.current, ...readDraft(frame.current?.contentWindow ?? null, form) };
    const url = withPrefill(formUrl(form.url), typed);
    opened.current = window.open(url, "till-form", "popup,width=560,height=760");
    if (opened.current !== null) setPlace("window");
  };
  const retry = () => {
    setFailure(null);
    setPlace("frame");
    setBegun(({ attempt }) => ({ attempt: attempt + 1, url: withPrefill(formUrl(form.url), draft.current) }));
  };
  const quiet = "min-h-11 rounded-lg text-sm font-medium text-accent underline-offset-4 hover:underline";
  return (
    <>
      <PanelHeading>{say("form.title", { merchant: merchantName })}</PanelHeading>
      <p className="-mt-3 text-pretty text-ink-muted">{say("form.text")}</p>
      {failure !== null && (
        <div role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
          <p>{say("form.failed", { error: failure })}</p>
          <button type="button" onClick={retry} className="min-h-11 font-medium underline underline-offset-4">
            {say("form.retry")}
          </button>
        </div>
      )}
      {place === "frame" && (
        <Frame key={begun.attempt} at={frame} url={begun.url} onRefused={() => setPlace("refused")} />
      )}
      {place !== "frame" && (
        <p role="status" className="rounded-lg border border-line bg-sunken px-4 py-3 text-pretty">
          {place === "window" ? say("form.waiting") : say("form.refused")}
        </p>
      )}
      {place === "refused" && (
        <Button isPrimary onClick={openWindow}>
          {say("form.newWindow")}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-x-4">
        {place !== "refused" && (
          <button type="button" onClick={openWindow} className={quiet}>
            {say("form.newWindow")}
          </button>
        )}
        <button type="button" onClick={onBack} className={quiet}>
          {say("sign.back")}
        </button>
      </div>
    </>
  );
}

type FrameProps = { at: RefObject<HTMLIFrameElement | null>; url: string; onRefused: () => void };

function Frame({ at, url, onRefused }: FrameProps) {
  const { say } = useLanguage();
  const look = () => {
    const page = at.current?.contentDocument ?? null;
    // Where frames are refused the browser has put a page of its own there, which can't be reached; ours can.
    if (at.current === null || page === null) onRefused();
    else fitHeight(at.current, page);
  };
  return (
    <iframe
      ref={at}
      src={url}
      title={say("form.frame")}
      onLoad={look}
      className="-mx-5 h-[42rem] w-[calc(100%+2.5rem)] border-y border-line bg-canvas sm:mx-0 sm:w-full sm:rounded-xl sm:border-x"
    />
  );
}

/** The form's address on the host that this page came from, whatever it calls itself, in this page's theme. */
function formUrl(address: string): string {
  const { pathname, search } = new URL(address);
  const url = new URL(pathname + search, location.origin);
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) url.searchParams.set("theme", theme);
  return url.href;
}

/** The space around the form's card on its page. */
const aroundCardPx = 64;

/** Makes the frame as high as what is in it, so that nobody scrolls in two places, and leaves away its second footer. */
function fitHeight(frame: HTMLIFrameElement, page: Document): void {
  const card = page.querySelector<HTMLElement>("main > article");
  if (card === null) return;
  for (const footer of page.querySelectorAll("footer")) footer.hidden = true;
  new ResizeObserver(() => {
    frame.style.height = `${card.offsetHeight + aroundCardPx}px`;
  }).observe(card);
}
