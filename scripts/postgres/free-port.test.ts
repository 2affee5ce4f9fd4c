import { expect, test } from "vitest";
import { findFreePort } from "./free-port.ts";

test("the port isn't one that an outgoing connection may take", async () => {
  const ports = await Promise.all(Array.from({ length: 30 }, findFreePort));
  for (const port of ports) expect(port).toBeLessThan(20_000);
});
