import { z } from "zod";
import { formRequest } from "#lib/dashboard/form-request.ts";
import { key } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createMerchant } from "#lib/domain/merchants/create-merchant.ts";
import { deleteMerchant } from "#lib/domain/merchants/delete-merchant.ts";
import { getMerchant } from "#lib/domain/merchants/get-merchant.ts";
import { fetchIcon } from "#lib/domain/merchants/logos/fetch-icon.ts";
import { logoQueue } from "#lib/domain/merchants/logos/logo-queue.ts";
import { type LogoVerdict, previewLogo } from "#lib/domain/merchants/logos/preview-logo.ts";
import {
  brandColor,
  merchantEmail,
  merchantIconUrl,
  merchantName,
  supportContact,
} from "#lib/domain/merchants/profile.ts";
import { reactivateMerchant, suspendMerchant } from "#lib/domain/merchants/suspend-merchant.ts";
import { updateMerchant } from "#lib/domain/merchants/update-merchant.ts";
import { answerOnce } from "#lib/edge/answer-once.ts";

const profile = z.strictObject({
  name: merchantName,
  email: merchantEmail,
  iconUrl: merchantIconUrl,
  onlySettleableTokens: z.boolean().optional(),
  sendsReceipts: z.boolean().optional(),
  acceptsTransfers: z.boolean().optional(),
  supportContact: supportContact.optional(),
  brandColor: brandColor.optional(),
});
const oneMerchant = z.strictObject({ merchantId: z.string() });

/** Creates a merchant once per key, after fetching and checking its logo. */
const create = defineMutation({
  right: "merchants:write",
  changesCheckout: true,
  needsProof: true,
  input: profile.extend({ key }),
  async resolve({ scope }, { key, ...typed }) {
    const { partnerId } = scope;
    const once = formRequest(scope, "createMerchant", key, typed);
    const { iconUrl, onlySettleableTokens = true, ...fields } = typed;
    const prepare = () => fetchIcon(partnerId, iconUrl);
    const { body } = await answerOnce(once, prepare, async (tx, icon) => {
      const { id } = await createMerchant(tx, scope, { ...fields, onlySettleableTokens, icon });
      return { status: 201, body: id };
    });
    return { merchantId: body };
  },
});

/** Updates a merchant's profile. The logo is fetched again only if its URL changes or `fetchAgain` is set. */
const update = defineMutation({
  right: "merchants:write",
  changesCheckout: true,
  needsProof: true,
  input: profile.extend({ merchantId: z.string(), fetchAgain: z.boolean().optional() }),
  async resolve({ scope }, { merchantId, iconUrl, fetchAgain = false, ...fields }) {
    const { merchant } = await getMerchant(scope, merchantId);
    const isIconKept = merchant.iconUrl === iconUrl && !fetchAgain;
    const icon = isIconKept ? undefined : await fetchIcon(scope.partnerId, iconUrl);
    await inTransaction((tx) => updateMerchant(tx, scope, merchantId, { ...fields, icon }));
    return {};
  },
});

/** Stops new payments for a merchant. */
const suspend = defineMutation({
  right: "merchants:write",
  changesCheckout: false,
  input: oneMerchant,
  async resolve({ scope }, { merchantId }) {
    await inTransaction((tx) => suspendMerchant(tx, scope, merchantId));
    return {};
  },
});

/** Allows new payments for a merchant again. */
const reactivate = defineMutation({
  right: "merchants:write",
  changesCheckout: false,
  input: oneMerchant,
  async resolve({ scope }, { merchantId }) {
    await inTransaction((tx) => reactivateMerchant(tx, scope, merchantId));
    return {};
  },
});

/** Deletes a merchant permanently. */
const remove = defineMutation({
  right: "merchants:write",
  changesCheckout: false,
  input: oneMerchant,
  async resolve({ scope }, { merchantId }) {
    await inTransaction((tx) => deleteMerchant(tx, scope, merchantId));
    return {};
  },
});

/**
 * Checks a logo URL and returns a preview. A mutation although it changes nothing: it makes requests to other hosts,
 * which a link on another site must not trigger.
 */
const previewIcon = defineMutation({
  right: "merchants:write",
  changesCheckout: false,
  input: z.strictObject({ url: z.string().min(1).max(2_048) }),
  resolve: async ({ userId, scope }, { url }) =>
    presentVerdict(await logoQueue()(scope.partnerId, () => previewLogo(userId, url))),
});

/** Presents a verdict with its thumbnail as a PNG in base64. */
export function presentVerdict(verdict: LogoVerdict) {
  return verdict.isKept ? { ...verdict, thumbnail: verdict.thumbnail.toString("base64") } : verdict;
}

export const merchantMutations = {
  "merchants.create": create,
  "merchants.update": update,
  "merchants.suspend": suspend,
  "merchants.reactivate": reactivate,
  "merchants.delete": remove,
  "merchants.previewLogo": previewIcon,
};
