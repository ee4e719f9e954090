import type { EventSource, ServerSentEvent } from "../../../api/stream.ts";
import type { Db } from "../../../infra/db/store.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { eventsAfter, lastEventPosition } from "../../../messaging/events/service.ts";
import {
  everyAccount,
  liveDrivers,
  liveNotices,
  liveShipments,
  watch,
  watchParts,
} from "../../../messaging/events/watch.ts";
import { installedCarrierIds } from "../../carriers/connections.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { ownerOf, type Side } from "../../carriers/service.ts";
import { jobOf } from "../../lifecycle/driver-jobs/reading.ts";
import { findNotice } from "../../lifecycle/driver-notices/reading.ts";
import { findShipment, underWayIds, withAssignment } from "../../lifecycle/state/reading.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import { trackingOf } from "../../lifecycle/tracking/service.ts";
import { attentionFrame } from "../attention/frames.ts";
import { placeOf } from "../drivers/places.ts";
import { findDriver } from "../drivers/reading.ts";
import { formatPlace, type LivePlace, parsePlace } from "./live.ts";
import { type LiveSubject, toLiveDriver, toLiveNotice, toLivePosition, toLiveState } from "./view.ts";

/**
 * One stream of what moves: positions, states and what needs a person. States and attention come from the event log, so a
 * reader that resumes misses none. Of positions and drivers it gets the latest: what came while it was away is shown by
 * where everything is now.
 */

/** People see no more often than this that something moved. */
const pauseMs = 250;
const eventsMax = 100;
const partsMax = 500;
/** The most shipments whose position a new reader gets at once. */
const snapshotMax = 2_000;
/** A transaction takes its time before it commits: a reader that resumes gets these again. */
const overlapMs = 5_000;

interface Reader {
  deps: DeliveryDeps;
  db: Db;
  caller: Caller;
  side: Side;
}

/** The shipments of an account, or the jobs of the installation's carriers, from where the reader left off. */
export function openLiveStream(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  lastEventId: string | null,
): () => EventSource {
  const { db } = deps.stores.platform(caller.environment);
  const reader: Reader = { deps, db, caller, side };
  const owner = side === "account" ? caller.accountId : null;
  return () => {
    const resumed = parsePlace(lastEventId);
    let place = resumed ?? { event: lastEventPosition(db), at: 0 };
    const since = Math.max(0, place.at - overlapMs);
    const events = watch(owner ?? everyAccount(caller.environment));
    const moved = watchParts(liveShipments(caller.environment, owner), underWay(reader));
    const drivers = watchParts(liveDrivers(caller.environment, owner));
    const notices = watchParts(liveNotices(caller.environment, owner));
    let seen = -1;
    let isBehind = false;
    return {
      pauseMs,
      beginsAt: formatPlace(place),
      hasNews: () =>
        isBehind || moved.hasSome() || drivers.hasSome() || notices.hasSome() || events.changes() !== seen,
      close() {
        for (const watching of [events, moved, drivers, notices]) watching.stop();
      },
      read() {
        seen = events.changes();
        const at = deps.clock.now();
        const rows = eventsAfter(db, owner, place.event, eventsMax);
        isBehind = rows.length === eventsMax;
        const frames = eventFrames(reader, rows, place);
        place = { ...place, event: rows.at(-1)?.position ?? place.event };
        const after = [
          ...moved.take(partsMax).flatMap((id) => positionFrame(reader, id, since, place)),
          ...drivers.take(partsMax).flatMap((id) => driverFrame(reader, id, place)),
          ...notices.take(partsMax).flatMap((id) => noticeFrame(reader, id, place)),
        ];
        // What is left is older than now.
        if (!moved.hasSome()) place = { ...place, at };
        return endingAt([...frames, ...after], place);
      },
    };
  };
}

/** Only the last frame says how far the reader is: one that loses it gets the others again. */
function endingAt(frames: ServerSentEvent[], place: LivePlace): ServerSentEvent[] {
  const last = frames.pop();
  return last ? [...frames, { ...last, id: formatPlace(place) }] : [];
}

function underWay({ deps, db, caller, side }: Reader): string[] {
  if (side === "account") return underWayIds(db, { accountId: caller.accountId }, snapshotMax);
  return installedCarrierIds(deps, caller.environment)
    .flatMap((carrierId) => underWayIds(db, { carrierId }, snapshotMax))
    .slice(0, snapshotMax);
}

/** Several events of a shipment make one frame, at the first of them: it shows the shipment as it is now. */
function eventFrames(
  reader: Reader,
  rows: ReturnType<typeof eventsAfter>,
  { at }: LivePlace,
): ServerSentEvent[] {
  const { db, caller, side, deps } = reader;
  const shown = new Set<string>();
  return rows.flatMap((row) => {
    const id = formatPlace({ event: row.position, at });
    if (row.shipmentId === null) {
      const data = attentionFrame(db, row, side, { caller, now: deps.clock.now() });
      return data ? [{ id, event: "attention", data: JSON.stringify(data) }] : [];
    }
    if (shown.has(row.shipmentId)) return [];
    shown.add(row.shipmentId);
    const subject = subjectOf(reader, row.shipmentId);
    return subject ? [{ id, event: "state", data: JSON.stringify(toLiveState(subject)) }] : [];
  });
}

function positionFrame(
  reader: Reader,
  shipmentId: string,
  since: number,
  place: LivePlace,
): ServerSentEvent[] {
  const subject = subjectOf(reader, shipmentId);
  const position = subject?.tracking?.position;
  if (!position || position.receivedAt < since || isFinal(subject.shipment.status)) return [];
  const data = JSON.stringify(toLivePosition(subject, position));
  return [{ id: formatPlace(place), event: "position", data }];
}

function driverFrame({ db, caller, side }: Reader, id: string, place: LivePlace): ServerSentEvent[] {
  const row = findDriver(db, id);
  const owner = side === "account" ? caller.accountId : null;
  if (row?.accountId !== owner) return [];
  return [
    { id: formatPlace(place), event: "driver", data: JSON.stringify(toLiveDriver(row, placeOf(db, id))) },
  ];
}

/** What was withdrawn shows nowhere. */
function noticeFrame({ db }: Reader, id: string, place: LivePlace): ServerSentEvent[] {
  const row = findNotice(db, id);
  return row ? [{ id: formatPlace(place), event: "notice", data: JSON.stringify(toLiveNotice(row)) }] : [];
}

/** The shipment, if the reader may see it: its own account's, or a job of the installation's carriers. */
function subjectOf({ db, caller, side }: Reader, shipmentId: string): LiveSubject | undefined {
  const shipment = findShipment(db, shipmentId);
  if (!shipment) return undefined;
  const isInstalled = shipment.carrierId !== null && ownerOf(db, shipment.carrierId) === null;
  const isSeen = side === "account" ? shipment.accountId === caller.accountId : isInstalled;
  if (!isSeen) return undefined;
  const { assignment } = withAssignment(db, shipment);
  const job = assignment ? jobOf(db, assignment.id) : undefined;
  const isKnown = job?.status === "accepted" && isInstalled === (side === "installation");
  return {
    shipment,
    assignment,
    tracking: trackingOf(db, shipment),
    driverId: isKnown ? job.driverId : null,
  };
}
