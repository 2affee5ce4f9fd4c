"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { type Host, tellHost } from "#components/embed/tell-host.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

const HostAround = createContext<Host | null>(null);

/** The page that shows this checkout in a frame; null where the checkout is a page of its own. */
export function useHost(): Host | null {
  return useContext(HostAround);
}

/** Tells the page around, if there is one, where the payment stands: on arrival and at every change. */
export function useReportToHost(status: WireStatus["status"]): void {
  const host = useHost();
  useEffect(() => {
    if (host !== null && status !== "requires_action") tellHost(host, { type: status });
  }, [host, status]);
}

/** What stands in a frame of a shop's page: tells it that it is there, how high it is, and that Escape was pressed. */
export function EmbedFrame({ host, children }: { host: Host; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const { origin, paymentId } = host;
  useEffect(() => {
    const around = { origin, paymentId };
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) tellHost(around, { type: "resize", height: Math.ceil(entry.contentRect.height) });
    });
    if (content.current !== null) observer.observe(content.current);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !hasLayerOpen()) tellHost(around, { type: "close" });
    };
    // Before anybody else, so that what the key closes in here is still open.
    addEventListener("keydown", onKeyDown, { capture: true });
    tellHost(around, { type: "ready" });
    return () => {
      observer.disconnect();
      removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, [origin, paymentId]);
  return (
    <HostAround value={host}>
      <div ref={content}>{children}</div>
    </HostAround>
  );
}

/** A dialog or menu in the frame takes Escape for itself. */
function hasLayerOpen(): boolean {
  return document.querySelector('dialog[open], [role="dialog"], details[open], :popover-open') !== null;
}
