import type { AccountEnvironment } from "../../../access/model.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { bytesPerMb } from "../../../infra/units.ts";
import { hashedImage } from "../../carriers/images/image-thread.ts";
import type { ImageView } from "../../carriers/images/schema.ts";
import type { BrandView, PatchBrand, PublicBrandView } from "./schema.ts";
import { type AccountImageRow, type BrandRow, brandStore } from "./store.ts";

/** The brand of an account. It is the same in both environments. */

/** A logo is small; photos belong to proofs. */
const logoBytesMax = bytesPerMb;
/** Uploads of an account that no brand names. Older ones are deleted. */
const unusedMax = 5;

export function getBrand(deps: Deps, accountId: string): BrandView {
  const row = brandOf(deps.stores.accounts.db, accountId);
  const { logoImageId, color, phone, email, url, privacyUrl, imprintUrl, proofBehindDigits } = row;
  return {
    logo_image_id: logoImageId,
    logo_url: logoImageId && `${deps.publicUrl()}/api/v1/platform/account/images/${logoImageId}`,
    color,
    contact: { phone, email, url },
    privacy_url: privacyUrl,
    imprint_url: imprintUrl,
    proof_behind_digits: proofBehindDigits,
  };
}

/** Whether recipients enter the digits of their phone number to see the proof. */
export function hidesProof(deps: Deps, accountId: string): boolean {
  return brandOf(deps.stores.accounts.db, accountId).proofBehindDigits;
}

/** How many accounts show proofs to everybody with the link. */
export function countOpenProofs(deps: Deps): number {
  return brandStore(deps.stores.accounts.db).countOpenProofs();
}

/** The brand as recipients see it; null if the account set nothing. `logoUrl` is where they fetch the logo. */
export function publicBrand(deps: Deps, accountId: string, logoUrl: string): PublicBrandView | null {
  const row = brandStore(deps.stores.accounts.db).find(accountId);
  if (row === undefined) return null;
  const { logoImageId, color, phone, email, url } = row;
  if ([logoImageId, color, phone, email, url].every((value) => value === null)) return null;
  return { logo_url: logoImageId && logoUrl, color, contact: { phone, email, url } };
}

/** The logo that recipients see. @throws AppError `not_found` */
export function getLogo(deps: Deps, accountId: string): AccountImageRow {
  const { logoImageId } = brandOf(deps.stores.accounts.db, accountId);
  if (logoImageId === null) throw new AppError("not_found");
  return getAccountImage(deps, accountId, logoImageId);
}

/** @returns whether anything changed @throws AppError `validation_failed` for a picture that the account does not have */
export function changeBrand(tx: Tx, accountId: string, { contact, ...change }: PatchBrand): boolean {
  const before = brandOf(tx, accountId);
  const { logo_image_id: logoImageId = before.logoImageId, color = before.color } = change;
  const { privacy_url: privacyUrl = before.privacyUrl, imprint_url: imprintUrl = before.imprintUrl } = change;
  const { proof_behind_digits: proofBehindDigits = before.proofBehindDigits } = change;
  const after = { ...before, ...contact, logoImageId, color, privacyUrl, imprintUrl, proofBehindDigits };
  if (logoImageId !== null && brandStore(tx).findImage(logoImageId)?.accountId !== accountId) {
    throw invalidField("#/brand/logo_image_id", "unknown", "must be an image of your account");
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return false;
  brandStore(tx).put(after);
  return true;
}

function brandOf(db: Db, accountId: string): BrandRow {
  const nothing = { logoImageId: null, color: null, phone: null, email: null, url: null };
  const untold = { privacyUrl: null, imprintUrl: null, proofBehindDigits: true };
  return brandStore(db).find(accountId) ?? { accountId, ...nothing, ...untold };
}

/** Stores a picture without its metadata; the same bytes again are the same picture. @throws AppError `validation_failed` */
export async function uploadLogo(
  deps: Deps,
  { accountId }: AccountEnvironment,
  bytes: Uint8Array,
): Promise<ImageView> {
  const { content, contentType, width, height, sha256 } = await hashedImage(deps, accountId, bytes);
  if (content.length > logoBytesMax) {
    throw invalidField("#", "max_length", `must have at most ${logoBytesMax} bytes`);
  }
  return deps.stores.accounts.write((tx) => {
    const images = brandStore(tx).listImages(accountId);
    const same = images.find((image) => image.sha256 === sha256);
    if (same) return same;
    const { logoImageId } = brandOf(tx, accountId);
    const unused = images.filter(({ id }) => id !== logoImageId);
    for (const { id } of unused.slice(unusedMax - 1)) brandStore(tx).removeImage(accountId, id);
    const id = deps.ids.make("img");
    const image = { id, sha256, width, height };
    const kept = Buffer.from(content.buffer, content.byteOffset, content.length);
    const createdAt = deps.realClock.now();
    brandStore(tx).insertImage({ ...image, accountId, contentType, content: kept, createdAt });
    return image;
  });
}

/** @throws AppError `not_found` */
export function getAccountImage(deps: Deps, accountId: string, id: string): AccountImageRow {
  const image = brandStore(deps.stores.accounts.db).findImage(id);
  if (image?.accountId !== accountId) throw new AppError("not_found");
  return image;
}

/** The account's pictures, one at a time, newest first. */
export function* accountImages(deps: Deps, accountId: string): Generator<AccountImageRow> {
  const brands = brandStore(deps.stores.accounts.db);
  for (const { id } of brands.listImages(accountId)) {
    const image = brands.findImage(id);
    if (image) yield image;
  }
}
