"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

const HostContext = createContext<Host | null>(null);

/** Returns the page that frames the checkout; null if the checkout is a page of its own. */
export function useHost(): Host | null {
  return useContext(HostContext);
}

/** Reports the payment's status to the host on load and on every change. Does nothing without a host. */
export function useNotifyHostOfStatus(status: WireStatus["status"]): void {
  const host = useHost();
  useEffect(() => {
    if (host !== null && status !== "requires_action") notifyHost(host, { type: status });
  }, [host, status]);
}

/**
 * The checkout in a shop's frame. It reports to the host when it is ready, its height, and a press of Escape.
 */
export function EmbedFrame({ host, children }: { host: Host; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const { origin, paymentId } = host;
  useEffect(() => {
    const target = { origin, paymentId };
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) notifyHost(target, { type: "resize", height: Math.ceil(entry.contentRect.height) });
    });
    if (content.current !== null) observer.observe(content.current);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !hasOpenLayer()) notifyHost(target, { type: "close" });
    };
    // Capture, so that this runs before a dialog inside the frame closes itself on the same key press.
    addEventListener("keydown", onKeyDown, { capture: true });
    notifyHost(target, { type: "ready" });
    return () => {
      observer.disconnect();
      removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, [origin, paymentId]);
  return (
    <HostContext value={host}>
      <div ref={content}>{children}</div>
    </HostContext>
  );
}

/** Returns true if a dialog or menu is open in the frame. Escape then closes that instead. */
function hasOpenLayer(): boolean {
  return document.querySelector('dialog[open], [role="dialog"], :popover-open') !== null;
}

/**
 * A shop's page that frames the checkout of a payment. Its origin is on the list of the payment's partner.
 */
type Host = { origin: string; paymentId: string };

/**
 * The messages that public/embed.js understands. They never say who pays, from which account or in which
 * token.
 */
type HostMessage =
  | { type: "ready" | "close" }
  | { type: "resize"; height: number }
  | { type: Exclude<WireStatus["status"], "requires_action"> };

/** Posts a message to the parent page. The browser drops it if that page's origin differs from the host's. */
function notifyHost({ origin, paymentId }: Host, message: HostMessage): void {
  if (window.parent !== window) window.parent.postMessage({ source: "till", paymentId, ...message }, origin);
}
