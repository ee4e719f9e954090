import type { Driver, VehicleType } from "../model/model.ts";

/** A driver as carriers name one, in answers and in reports. */
interface NamedDriver {
  name: string;
  phone?: string | null;
  vehicle: { type: VehicleType; plate?: string | null };
}

export function toDriver({ name, phone, vehicle }: NamedDriver): Driver {
  return { name, phone: phone ?? null, vehicle: { type: vehicle.type, plate: vehicle.plate ?? null } };
}
