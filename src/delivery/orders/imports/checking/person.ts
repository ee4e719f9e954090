import { readAddress, readCountry, readName } from "./address.ts";
import type { Cells, RowSettings } from "./cells.ts";
import { given } from "./shipment.ts";
import { dayIn } from "./windows.ts";

/** The bodies of a contact and of a driver, from the cells of a row and from the defaults. Nothing is validated yet. */

export function assembleContact(
  cells: Cells,
  { defaults }: RowSettings,
  now: number,
): Record<string, unknown> {
  const today = dayIn(null, now);
  const around = { country: readCountry(cells, "", today) ?? defaults.country ?? null, today };
  const address = readAddress(cells, "", around);
  return given({
    name: readName(cells, "", around),
    company: cells.read("company", "text", around),
    phone: cells.read("phone", "phone", around),
    email: cells.read("email", "email", around),
    address: cells.has("address") ? given({ ...address }) : undefined,
    instructions: cells.read("instructions", "text", around),
  });
}

/** @param fleetId of the only fleet of the account; undefined where there are others or none */
export function assembleDriver(
  cells: Cells,
  { defaults }: RowSettings,
  { now, fleetId }: { now: number; fleetId: string | undefined },
): Record<string, unknown> {
  const around = { country: defaults.country ?? null, today: dayIn(null, now) };
  return given({
    carrier_id: defaults.carrier_id ?? fleetId,
    name: readName(cells, "", around),
    phone: cells.read("phone", "phone", around),
    language: cells.read("language", "language", around),
    vehicle: given({
      type: cells.read("vehicle.type", "vehicle", around) ?? defaults.vehicle_type,
      plate: cells.read("vehicle.plate", "text", around),
    }),
  });
}
