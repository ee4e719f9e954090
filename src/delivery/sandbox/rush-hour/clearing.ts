import { type Deps, write } from "../../../infra/deps.ts";
import { forgetEventsAbout, forgetEventsOf } from "../../../messaging/events/redaction.ts";
import type { DriverView } from "../../fleet/drivers/schema.ts";
import { forgetChargesOf } from "../../lifecycle/charges/service.ts";
import { forgetShipment } from "../../lifecycle/state/redaction.ts";
import { asAccount, type Call, unlessRefused } from "./calls.ts";
import { type RushHourRow, rushHourStore } from "./store.ts";

/** Deletes what a practice made, and nothing else of the sandbox. Call it after its end, in the account's turn. */
export async function clear(
  deps: Deps,
  { accountId, carrierId, known, startedAt }: RushHourRow,
): Promise<void> {
  const call = asAccount(deps, accountId, null);
  const path = `/platform/shipments?carrier_id=${carrierId}&limit=100`;
  // Somebody may have booked the fleet by hand.
  const booked = async () => (await call<{ data: { id: string }[] }>("GET", path)).data.map(({ id }) => id);
  for (let ids = Object.keys(known); ids.length > 0; ids = await booked()) {
    for (const id of ids) {
      // Each for itself: others write in between.
      await write(deps, "sandbox", (writing) => {
        forgetEventsOf(writing, accountId, id);
        forgetChargesOf(writing, accountId, id);
        forgetShipment(writing, id);
      });
    }
    await write(deps, "sandbox", (writing) => forgetEventsAbout(writing, accountId, ids, startedAt));
  }
  await removeCopy(call, carrierId);
  await write(deps, "sandbox", ({ tx }) => rushHourStore(tx).remove(accountId));
}

/** Deletes a copied fleet with its riders. */
export async function removeCopy(call: Call, carrierId: string): Promise<void> {
  const path = `/platform/drivers?carrier_id=${carrierId}&limit=100`;
  const { data } = await call<{ data: DriverView[] }>("GET", path);
  for (const [number, { id }] of data.entries()) {
    // Rows of deleted drivers keep their names: these must not be those of people.
    await unlessRefused(call("PATCH", `/platform/drivers/${id}`, { name: `Rider ${number + 1}` }));
    await unlessRefused(call("DELETE", `/platform/drivers/${id}`));
  }
  await unlessRefused(call("DELETE", `/platform/carriers/${carrierId}`));
}
