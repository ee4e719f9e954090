import type { LiveState } from "@/delivery/fleet/live/schema.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";

/** What the stream changes in what was read. */

type States = ReadonlyMap<string, LiveState>;

/** The shipments as they are now. What does not change keeps its identity, so that its row is not drawn again. */
export function withStates(rows: readonly ListedShipmentView[], states: States): ListedShipmentView[] {
  return rows.map((row) => {
    const state = states.get(row.id);
    if (state === undefined) return row;
    const { status, substatus, reference, eta, updated_at } = state;
    return { ...row, status, substatus, reference, updated_at, eta: eta ?? row.eta };
  });
}

/** Whether something changed that only the list says: who carries it, an address, or a shipment that is not in it. */
export function isOutdated(rows: readonly ListedShipmentView[], states: States): boolean {
  const known = new Set(rows.map(({ id }) => id));
  if ([...states.keys()].some((id) => !known.has(id))) return true;
  return rows.some((row) => {
    const state = states.get(row.id);
    return state !== undefined && (isOther(row, state) || isEdited(row, state));
  });
}

function isOther({ status, assignment }: ListedShipmentView, state: LiveState): boolean {
  return (assignment?.id ?? null) !== state.assignment_id || status !== state.status;
}

/** Changed without a step on its way. */
function isEdited({ substatus, updated_at }: ListedShipmentView, state: LiveState): boolean {
  return updated_at !== state.updated_at && substatus === state.substatus;
}
