import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";

const addresses = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);

test.for(["127.0.0.1", "::1"].filter((address) => addresses.includes(address)))(
  "a port that another program has at %s isn't chosen, because localhost may lead there",
  async (address) => {
    const port = await findFreePort();
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(port, address, resolve);
    });
    expect(await choosePort(port)).toBeGreaterThan(port);
    await new Promise((resolve) => other.close(resolve));
  },
);
