import { unitsPerMb } from "../../../access/limits/budget.ts";
import { refuseOverStorage } from "../../../access/limits/storage.ts";
import { consumeWork, overBudget, workerOf } from "../../../access/limits/work.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import { inRealTime, ofAccount, type Whose } from "../../../infra/db/whose.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller, CarrierPrincipal, DriverPrincipal } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { bytesPerMb, dayMs } from "../../../infra/units.ts";
import type { UploadedImage } from "../carrier-update.ts";
import { hashedImage } from "./image-thread.ts";
import type { ImageView } from "./schema.ts";
import { type ImageRow, imageStore } from "./store.ts";

/** Pictures that carriers upload before they report what the pictures prove. */

/** Bytes of an account, or of a carrier of the installation, that may wait for the reports that name them. */
const unnamedBytesMax = 256 * bytesPerMb;
/** Bytes that may wait even when the account's storage is full: goods in transit need their proof. */
const inTransitBytesMax = 32 * bytesPerMb;
const deleteStepMax = 50;
const keptMs = dayMs;

/** Whose image it is. */
interface ImageOwner {
  carrierId: string;
  /** Null for a carrier of the installation. */
  accountId: string | null;
}

/**
 * Stores a picture for a day without its metadata.
 * @throws AppError `validation_failed` for what is no picture, `limit_reached`, `storage_quota_exceeded`, `busy`,
 * `rate_limited` for a token or device far beyond the account's budget
 */
export async function uploadImage(
  deps: Deps,
  sender: Caller | CarrierPrincipal | DriverPrincipal,
  owner: ImageOwner,
  bytes: Uint8Array,
): Promise<ImageView> {
  if (sender.kind === "carrier" || sender.kind === "driver") {
    const wait = consumeWork(deps, workerOf(sender), (bytes.length * unitsPerMb) / bytesPerMb, "goods");
    if (wait > 0) throw overBudget(wait);
  }
  const { content, contentType, width, height, sha256 } = await hashedImage(
    deps,
    owner.accountId ?? owner.carrierId,
    bytes,
  );
  return writeOnce(deps, sender, (writing) => {
    const { tx, now } = writing;
    const images = imageStore(tx);
    const waiting = images.unnamedBytes(owner) + content.length;
    if (owner.accountId !== null && waiting > inTransitBytesMax) refuseOverStorage(writing, owner.accountId);
    if (waiting > unnamedBytesMax) {
      throw new AppError("limit_reached", {
        detail: "Too many images wait for a report that names them. Send the reports, or wait a day.",
      });
    }
    const row: ImageRow = {
      id: deps.ids.make("img"),
      carrierId: owner.carrierId,
      accountId: owner.accountId,
      namedAt: null,
      contentType,
      sha256,
      width,
      height,
      size: content.length,
      createdAt: now,
    };
    images.insert(row);
    images.insertContent({
      imageId: row.id,
      content: Buffer.from(content.buffer, content.byteOffset, content.length),
    });
    return { id: row.id, sha256, width, height };
  });
}

/**
 * A picture of this carrier for a shipment of this account; undefined for an unknown one. A proof that names it keeps its
 * bytes.
 */
export function findImage(
  { tx }: Writing,
  { carrierId, accountId }: { carrierId: string; accountId: string },
  id: string,
): UploadedImage | undefined {
  const row = imageStore(tx).find(id);
  const isTheirs = row?.carrierId === carrierId && (row.accountId === null || row.accountId === accountId);
  if (!row || !isTheirs) return undefined;
  const { contentType, sha256, size } = row;
  return { id, contentType, sha256, size };
}

/** The bytes of a picture, as long as its upload or a proof names it. */
export function bytesOfUpload(db: Db | Tx, id: string): Buffer | undefined {
  return imageStore(db).contentOf(id);
}

/** From now on the picture belongs to this account's shipments only. */
export function nameImages({ tx, now }: Writing, accountId: string, ids: readonly string[]): void {
  for (const id of ids) imageStore(tx).markNamed(id, accountId, now);
}

/** Deletes pictures that are older than a day, in small steps. The bytes stay where a proof names them. */
export async function deleteOldImages(deps: Deps, now: number): Promise<void> {
  for (const environment of environments) {
    await deleteOldIn(deps, environment, now, inRealTime(deps.stores.platform(environment)));
  }
}

/**
 * Deletes pictures that are older than a day, in the sandbox of an account.
 * @returns when its next picture is old enough, at the earliest
 */
export async function deleteOldImagesOf(deps: Deps, now: number, accountId: string): Promise<number> {
  await deleteOldIn(deps, "sandbox", now, ofAccount(accountId));
  return (imageStore(deps.stores.platform("sandbox").db).oldestAt(accountId) ?? now) + keptMs;
}

async function deleteOldIn(deps: Deps, environment: Environment, now: number, whose: Whose): Promise<void> {
  const before = now - keptMs;
  const deleteSome = () =>
    write(deps, environment, ({ tx }) => imageStore(tx).removeBefore(before, deleteStepMax, whose));
  while ((await deleteSome()) > 0);
}

/** Deletes at most `limit` of an account's pictures. @returns how many */
export function forgetImages({ tx }: Writing, accountId: string, limit: number): number {
  return imageStore(tx).removeOfAccount(accountId, limit);
}

/** Deletes one of an account's uploads of the same picture. @returns whether there was one */
export function forgetUploads({ tx }: Writing, accountId: string, sha256: string): boolean {
  return imageStore(tx).removeOneOfSame(accountId, sha256) > 0;
}
