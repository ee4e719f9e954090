import { issueLink } from "@/access/devices/linking.ts";
import type { CreateDriverLink, DriverLinkView } from "@/access/devices/schema.ts";
import { toTimestamp } from "@/infra/clock.ts";
import { AppError } from "@/infra/errors.ts";
import { isUnreachable } from "@/infra/public-address.ts";
import { qrSvg } from "@/infra/text/qr.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Manager, Side } from "../../../carriers/service.ts";
import { requireDriver } from "../reading.ts";
import type { DriverRow } from "../store.ts";

/** Whose devices and tokens a driver's are. */
export function ownerOf({ environment }: Manager, { id, carrierId, accountId }: DriverRow) {
  return { environment, driverId: id, carrierId, accountId };
}

/** Makes a link for the driver's phone; the one before ends. @throws AppError `not_found`, `public_url_unreachable` */
export async function createLink(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  id: string,
  input: CreateDriverLink | null = null,
): Promise<DriverLinkView> {
  const { code, expiresAt, maker } = await issueLink(deps, caller, () => {
    const row = requireDriver(deps, caller, side, id);
    if (caller.environment === "live" && !input?.confirm_local && isUnreachable(deps)) {
      throw new AppError("public_url_unreachable");
    }
    return { ...ownerOf(caller, row), name: row.name };
  });
  const url = `${deps.publicUrl()}/d#${code}`;
  return { url, qr_svg: await qrSvg(url), expires_at: toTimestamp(expiresAt), created_by: maker };
}
