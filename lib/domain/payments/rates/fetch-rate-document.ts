const maxBytes = 256 * 1_024;

/**
 * Fetches the document of an exchange rate source. Takes at most `timeoutMs` in all, reads at most 256 KiB and follows no
 * redirect: rates come from the configured host or not at all.
 * @throws Error for any response other than 200 with a UTF-8 body, and for connection errors.
 */
export async function fetchRateDocument(url: string, timeoutMs: number): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: "application/json", "user-agent": "Till" },
    redirect: "error",
    cache: "no-store",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new Error(`the source answered with status ${response.status}`);
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`the source answered with more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
