import { Resolver } from "node:dns/promises";

/**
 * The addresses of a host by DNS, IPv4 first; empty when it has none, or did not answer before the signal.
 *
 * Asks the configured name servers directly instead of the operating system: that would look into /etc/hosts and try
 * the machine's own domains, and each question to a slow server would hold one of the process's few worker threads.
 * @param servers asked instead of the configured ones. For tests.
 */
export async function resolveHost(
  hostname: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
