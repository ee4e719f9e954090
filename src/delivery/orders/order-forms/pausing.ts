import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { raiseFormPaused, settleFormPaused } from "../../fleet/attention/orders.ts";
import { burstPauseMs, isPaused, wrongCodesPauseMs } from "./form.ts";
import { formsToResume, type OrderFormRow, orderFormStore } from "./store.ts";

/** A form pauses itself where somebody tries codes, or calls it more often than one customer does. */

const pauseMs = { wrong_codes: wrongCodesPauseMs, burst: burstPauseMs } as const;

/** Pauses the form inside the caller's transaction, unless it is paused already. @returns until when */
export function pauseFor(
  writing: Writing,
  id: string,
  pauseReason: keyof typeof pauseMs,
): Pick<OrderFormRow, "pausedUntil"> {
  const { tx, now } = writing;
  const form = orderFormStore(tx).find(id);
  if (!form || isPaused(form, now)) return { pausedUntil: form?.pausedUntil ?? null };
  const pausedUntil = now + pauseMs[pauseReason];
  const { accountId, name, version } = form;
  orderFormStore(tx).change(id, { pausedUntil, pauseReason, version: version + 1, updatedAt: now });
  raiseFormPaused(writing, { orderFormId: id, accountId, name, until: pausedUntil, reason: pauseReason });
  return { pausedUntil };
}

export function dueForms({ stores }: Deps, environment: Environment): DueRows {
  return formsToResume(stores.platform(environment));
}

/** Lets a form go on whose pause is over. */
export async function resumeForm(deps: Deps, environment: Environment, id: string): Promise<void> {
  await write(deps, environment, (writing) => {
    const { tx, now } = writing;
    const form = orderFormStore(tx).find(id);
    if (!form || form.pausedUntil === null || isPaused(form, now)) return;
    const resumed = { pausedUntil: null, pauseReason: null, wrongCodes: 0 };
    orderFormStore(tx).change(id, { ...resumed, version: form.version + 1, updatedAt: now });
    settleFormPaused(writing, id);
  });
}
