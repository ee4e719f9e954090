import { type PushResult, sendPush } from "../../../access/push/sending.ts";
import { forgetDead, subscriptionsOf } from "../../../access/push/service.ts";
import type { DueLanes } from "../../../infra/db/due-lanes.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { minuteMs } from "../../../infra/units.ts";
import { noticeStore, pushesDue } from "./store.ts";

/** Wakes a driver's phones when there is something new. What it is, the page reads when it is open. */

/** A push service that is busy is asked again after this time, for so long. */
const retryMs = 20_000;
const givesUpMs = 3 * minuteMs;

export function waitingPushes({ stores }: Deps, environment: Environment): DueLanes {
  return pushesDue(stores.platform(environment));
}

/** One message for all that the driver was told until now: a phone that wakes reads everything. */
export async function pushNotice(deps: Deps, environment: Environment, id: string): Promise<void> {
  const row = noticeStore(deps.stores.platform(environment).db).find(id);
  if (!row || row.pushAt === null) return;
  const { driverId, kind, madeAt, pushAt } = row;
  // What comes while the service has not answered needs another message.
  const through = noticeStore(deps.stores.platform(environment).db).lastToPush(driverId) ?? madeAt;
  const phones = subscriptionsOf(deps, driverId);
  const results = await Promise.all(
    phones.map(async (phone) => ({ phone, result: await sendPush(deps, phone, kind) })),
  );
  const are = (wanted: PushResult) => results.filter(({ result }) => result === wanted);
  await forgetDead(
    deps,
    are("dead").map(({ phone }) => phone.deviceId),
  );
  const isAgain = are("busy").length > 0 && are("sent").length === 0 && pushAt < madeAt + givesUpMs;
  await write(deps, environment, ({ tx, now }) => {
    noticeStore(tx).calm(driverId, through);
    const left = noticeStore(tx).find(id);
    if (isAgain && left?.seenAt === null) noticeStore(tx).change(id, { pushAt: now + retryMs });
  });
}
