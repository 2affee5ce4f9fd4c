/** One request, which is sent by `fetch`; another URL or another header each time, by its number. */
export type TimedRequest = (index: number) => { url: string; headers: Record<string, string> };

/**
 * Sends requests one after another and reads their answers.
 * @returns the milliseconds of each. @throws Error when one isn't answered with 200.
 */
export async function timeRequests(request: TimedRequest, count: number, from = 0): Promise<number[]> {
  const times: number[] = [];
  for (let index = from; index < from + count; index += 1) {
    const { url, headers } = request(index);
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return times;
}
