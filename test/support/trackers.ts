import { assignmentStore } from "../../src/delivery/assignments/store.ts";
import { findAssignmentRow } from "../../src/delivery/lifecycle/reading.ts";
import { awaitRefund } from "../../src/delivery/trackers/life/life.ts";
import { write } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import type { TestServer } from "./harness.ts";

/** The carrier named a tracking number of its own, and will be asked about the booking in hours. */
export async function addTracker({ deps }: TestServer, environment: Environment, id: string): Promise<void> {
  await write(deps, environment, (writing) => {
    const row = findAssignmentRow(writing.tx, id);
    if (!row) throw new Error(`no assignment ${id}`);
    assignmentStore(writing.tx).update(id, { trackingNumbers: { parcel: `T-${id}` } });
    awaitRefund(writing, row);
  });
}
