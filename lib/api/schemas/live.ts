import { z } from "zod";

/** The mode of a resource: that of the account that it belongs to. */
export const live = z.boolean().meta({
  description: "False in test mode, where no money moves; true otherwise.",
});
