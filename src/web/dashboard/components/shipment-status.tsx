import type { Status } from "../../../delivery/model/model.ts";
import { humanize } from "../format.ts";
import { statusTones } from "../theme.ts";
import { StatusBadge } from "./status-badge.tsx";

export function ShipmentStatus({ status }: { status: Status }) {
  return <StatusBadge tone={statusTones[status]}>{humanize(status)}</StatusBadge>;
}
