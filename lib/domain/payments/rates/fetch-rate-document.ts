const maxBytes = 256 * 1_024;

/**
 * Asks a source of exchange rates for its document. Takes at most `timeoutMs` for everything, reads at most 256 KiB and
 * follows no redirect: rates come from the host that was configured, or not at all.
 * @throws Error for every other answer than 200 with a body of UTF-8; errors of the connection as they are.
 */
export async function fetchRateDocument(url: string, timeoutMs: number): Promise<string> {
  const answer = await fetch(url, {
    headers: { accept: "application/json", "user-agent": "Till" },
    redirect: "error",
    cache: "no-store",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status !== 200 || answer.body === null) {
    await answer.body?.cancel();
    throw new Error(`the source answered with status ${answer.status}`);
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [text, size] = ["", 0];
  for await (const chunk of answer.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`the source answered with more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
