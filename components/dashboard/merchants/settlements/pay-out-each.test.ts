import { expect, test } from "vitest";
import { payOutEach } from "#components/dashboard/merchants/settlements/pay-out-each.ts";

test("a round after a failure orders what is left, and nothing again", async () => {
  const held = [{ asset: "a" }, { asset: "b" }, { asset: "c" }];
  const sent: string[] = [];
  let isDown = true;
  const order = async ({ asset }: { asset: string }) => {
    sent.push(asset);
    if (asset === "b" && isDown) throw new Error("unreachable");
  };
  const ordered = new Set<string>();
  await expect(payOutEach(held, ordered, order)).rejects.toThrow("unreachable");
  isDown = false;
  await payOutEach(held, ordered, order);
  expect(sent).toEqual(["a", "b", "b", "c"]);
});
