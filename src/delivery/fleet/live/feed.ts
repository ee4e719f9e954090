import { type EventSource, encodeEvents, type ServerSentEvent } from "../../../api/stream.ts";
import type { Db } from "../../../infra/db/store.ts";
import { inMemory } from "../../../infra/deps.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { createShared } from "../../../infra/waiting/turns.ts";
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
/** Of each kind in one read: others have turns between two reads. */
const eventsMax = 50;
const partsMax = 50;
/** The most shipments whose position a new reader gets at once. */
const snapshotMax = 2_000;
/** A transaction takes its time before it commits: a reader that resumes gets these again. */
const overlapMs = 5_000;

interface Reader {
  deps: DeliveryDeps;
  db: Db;
  caller: Caller;
  side: Side;
  /** Whose stream it is: all who read it see the same of shipments, drivers and notices. */
  whose: string;
  shared: ReturnType<typeof readTogether>;
}

/** The data of a frame; with a position, when that came. */
interface Shown {
  data: string;
  receivedAt?: number;
}

/** A commit wakes all readers of a stream. Undefined is what none of them sees. */
const readTogether = inMemory(() => ({
  ids: createShared<string[]>(),
  rows: createShared<ReturnType<typeof eventsAfter>>(),
  subjects: createShared<LiveSubject | undefined>(),
  frames: createShared<Shown | undefined>(),
}));

/** The shipments of an account, or the jobs of the installation's carriers, from where the reader left off. */
export function openLiveStream(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  lastEventId: string | null,
): () => EventSource {
  const { db } = deps.stores.platform(caller.environment);
  const owner = side === "account" ? caller.accountId : null;
  const whose = `${caller.environment} ${side} ${owner}`;
  const shared = readTogether(deps);
  const reader: Reader = { deps, db, caller, side, whose, shared };
  return () => {
    const resumed = parsePlace(lastEventId);
    let place = resumed ?? { event: lastEventPosition(db), at: 0 };
    const since = Math.max(0, place.at - overlapMs);
    const events = watch(owner ?? everyAccount(caller.environment));
    const moved = watchParts(liveShipments(caller.environment, owner));
    const drivers = watchParts(liveDrivers(caller.environment, owner));
    const notices = watchParts(liveNotices(caller.environment, owner));
    let seen = -1;
    let isBehind = false;
    const hasParts = () => moved.hasSome() || drivers.hasSome() || notices.hasSome();
    return {
      get pauseMs() {
        return isBehind ? 0 : pauseMs;
      },
      beginsAt: formatPlace(place),
      hasNews: () => isBehind || hasParts() || events.changes() !== seen,
      close() {
        for (const watching of [events, moved, drivers, notices]) watching.stop();
      },
      read() {
        // A snapshot at the opening would hold up whoever opens at the same time.
        if (seen === -1) moved.add(shared.ids(whose, () => underWay(reader)));
        seen = events.changes();
        const at = deps.clock.now();
        const rows = shared.rows(`${whose} ${place.event}`, () =>
          eventsAfter(db, owner, place.event, eventsMax),
        );
        const frames = eventFrames(reader, rows, place);
        place = { ...place, event: rows.at(-1)?.position ?? place.event };
        const after = [
          ...moved.take(partsMax).flatMap((id) => positionFrame(reader, id, since, place)),
          ...drivers.take(partsMax).flatMap((id) => driverFrame(reader, id, place)),
          ...notices.take(partsMax).flatMap((id) => noticeFrame(reader, id, place)),
        ];
        // What is left is older than now.
        if (!moved.hasSome()) place = { ...place, at };
        isBehind = rows.length === eventsMax || hasParts();
        return encodeEvents(endingAt([...frames, ...after], place));
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
    const state = stateOf(reader, row.shipmentId);
    return state ? [{ id, event: "state", data: state.data }] : [];
  });
}

function stateOf(reader: Reader, shipmentId: string): Shown | undefined {
  return reader.shared.frames(`${reader.whose} state ${shipmentId}`, () => {
    const subject = subjectOf(reader, shipmentId);
    return subject && { data: JSON.stringify(toLiveState(subject)) };
  });
}

function positionFrame(
  reader: Reader,
  shipmentId: string,
  since: number,
  place: LivePlace,
): ServerSentEvent[] {
  const shown = reader.shared.frames(`${reader.whose} position ${shipmentId}`, () => {
    const subject = subjectOf(reader, shipmentId);
    const position = subject?.tracking?.position;
    if (!position || isFinal(subject.shipment.status)) return undefined;
    const { receivedAt } = position;
    return { data: JSON.stringify(toLivePosition(subject, position)), receivedAt };
  });
  if (shown?.receivedAt === undefined || shown.receivedAt < since) return [];
  return [{ id: formatPlace(place), event: "position", data: shown.data }];
}

function driverFrame(reader: Reader, id: string, place: LivePlace): ServerSentEvent[] {
  const { db, caller, side, whose, shared } = reader;
  const shown = shared.frames(`${whose} driver ${id}`, () => {
    const row = findDriver(db, id);
    const owner = side === "account" ? caller.accountId : null;
    if (row?.accountId !== owner) return undefined;
    return { data: JSON.stringify(toLiveDriver(row, placeOf(db, id))) };
  });
  return shown ? [{ id: formatPlace(place), event: "driver", data: shown.data }] : [];
}

/** What was withdrawn shows nowhere. */
function noticeFrame({ db, whose, shared }: Reader, id: string, place: LivePlace): ServerSentEvent[] {
  const shown = shared.frames(`${whose} notice ${id}`, () => {
    const row = findNotice(db, id);
    return row && { data: JSON.stringify(toLiveNotice(row)) };
  });
  return shown ? [{ id: formatPlace(place), event: "notice", data: shown.data }] : [];
}

/** A shipment that has moved has often changed too. */
function subjectOf(reader: Reader, shipmentId: string): LiveSubject | undefined {
  return reader.shared.subjects(`${reader.whose} ${shipmentId}`, () => readSubject(reader, shipmentId));
}

/** The shipment, if the reader may see it: its own account's, or a job of the installation's carriers. */
function readSubject({ db, caller, side }: Reader, shipmentId: string): LiveSubject | undefined {
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
