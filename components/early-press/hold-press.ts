/** The event by which a page says that its controls work. */
export const readyEvent = "till:ready";

/**
 * Holds presses of buttons, choices of radio buttons and submitted forms until the page's code has loaded,
 * and then repeats them in their order. Runs as the document's first script, from its own text: it can use
 * nothing from outside.
 */
export function holdPress(ready: string): void {
  const held = new Map<Element, () => void>();
  const hold = (event: Event, pressed: Element, again: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const look = pressed.animate({ opacity: 0.6 }, { duration: 150, fill: "forwards" });
    const last = held.get(pressed);
    // A second press is no second order.
    held.set(pressed, () => {
      look.cancel();
      (last ?? again)();
    });
  };
  const onClick = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement>("button, input[type=radio]");
    if (control !== null) hold(event, control, () => control.click());
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    hold(event, form, () => form.requestSubmit());
  };
  addEventListener("click", onClick, true);
  addEventListener("submit", onSubmit, true);

  /** Returns whether React has taken the element over: it stops the events of those that it takes over later. */
  const isReached = (pressed: Element): boolean => {
    let hasArrived = false;
    const arrive = () => (hasArrived = true);
    // An event without a default action, which nothing else listens to.
    pressed.addEventListener("auxclick", arrive);
    pressed.dispatchEvent(new Event("auxclick", { bubbles: true }));
    pressed.removeEventListener("auxclick", arrive);
    return hasArrived;
  };
  const repeat = (pressed: Element, again: () => void) => {
    if (!pressed.isConnected) return;
    if (isReached(pressed)) again();
    else setTimeout(repeat, 50, pressed, again);
  };
  const onReady = () => {
    removeEventListener("click", onClick, true);
    removeEventListener("submit", onSubmit, true);
    for (const [pressed, again] of held) repeat(pressed, again);
  };
  addEventListener(ready, onReady, { once: true });
}
