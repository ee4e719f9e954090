import type { Writing } from "../../../infra/deps.ts";
import { pointOf } from "../../../infra/geography/coordinates.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { Stop } from "../../model/model.ts";
import { addressHash } from "./address-text.ts";
import { placeStore } from "./store.ts";

/** Pins: places that people set for an address. Their account uses the last one for the same address again. */

/** Keeps the coordinates that a person gave for stops of a shipment. What programs send is the shipment's alone. */
export function keepPins(
  { deps, tx }: Writing,
  caller: Caller,
  shipmentId: string,
  { pickup, delivery }: { pickup?: Stop | undefined; delivery?: Stop | undefined },
): void {
  if (caller.kind !== "session") return;
  for (const address of [pickup?.address, delivery?.address]) {
    const point = address?.geocode_source === "client" ? pointOf(address) : undefined;
    if (!address || !point) continue;
    placeStore(tx).savePin({
      accountId: caller.accountId,
      addressHash: addressHash(deps, address),
      shipmentId,
      ...point,
      setAt: deps.realClock.now(),
    });
  }
}
