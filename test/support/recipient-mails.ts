import { recipientMailStore } from "../../src/delivery/recipients/mail/store.ts";
import { write } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import type { TestAccount, TestServer } from "./harness.ts";

/** Writes a mail that was sent, and whose recipient wants no further one, also in the sandbox, which sends none. */
export async function addRecipientMail(
  { deps }: TestServer,
  environment: Environment,
  { accountId }: TestAccount,
  shipmentId: string,
): Promise<void> {
  await write(deps, environment, ({ tx, now }) =>
    recipientMailStore(tx).insert({
      id: deps.ids.make("rml"),
      accountId,
      shipmentId,
      moment: "collected",
      status: "sent",
      reason: null,
      stopToken: deps.ids.token(),
      stoppedAt: Date.parse("2026-11-23T09:00:00Z"),
      addressHash: "none",
      toldWindow: null,
      createdAt: now,
      attempts: 1,
      attemptedAt: now,
      dueAt: null,
      sentAt: now,
    }),
  );
}
