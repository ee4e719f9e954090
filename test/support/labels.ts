import { labelStore } from "../../src/delivery/lifecycle/labels/store.ts";
import { findAssignmentRow } from "../../src/delivery/lifecycle/state/reading.ts";
import { write } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { sha256Hex } from "../../src/infra/ids.ts";
import type { TestServer } from "./harness.ts";

/** Writes a label that a carrier made, also for an assignment whose carrier makes none. */
export async function addCarrierLabel(
  { deps }: TestServer,
  environment: Environment,
  { accountId, assignmentId, text = "a label" }: { accountId: string; assignmentId: string; text?: string },
): Promise<void> {
  const content = Buffer.from(`%PDF-1.4 ${text}`);
  await write(deps, environment, ({ tx, now }) => {
    const carrierId = findAssignmentRow(tx, assignmentId)?.carrier.id ?? "";
    const empty = { contentType: null, sha256: null, size: 0, content: null };
    labelStore(tx).insert({
      assignmentId,
      accountId,
      carrierId,
      attempts: 0,
      dueAt: now + 86_400_000,
      ...empty,
    });
    labelStore(tx).change(assignmentId, {
      dueAt: null,
      contentType: "application/pdf",
      sha256: sha256Hex(content),
      size: content.byteLength,
      content,
    });
  });
}
