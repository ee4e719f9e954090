import type { Status } from "../../../delivery/shipments/status.ts";
import { inWords, statusTones } from "../words.ts";
import { StatusBadge } from "./status-badge.tsx";

export function ShipmentStatus({ status }: { status: Status }) {
  return <StatusBadge tone={statusTones[status]}>{inWords(status)}</StatusBadge>;
}
