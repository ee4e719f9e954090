import { type EventSource, encodeEvents } from "../../../api/stream.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { Caller, LinkPrincipal } from "../../../infra/http/principal.ts";
import { watch } from "../../../messaging/events/watch.ts";
import type { Window } from "../../model/model.ts";
import { entriesOf, getShipmentRecord } from "../state/reading.ts";
import type { EntryRow, ShipmentRecord, ShipmentRow } from "../state/rows.ts";
import { isFinal } from "../state/status.ts";
import type { PublicTrackingView } from "./public-schema.ts";
import { requireByToken } from "./public-service.ts";
import { toPublicEntry, toPublicPosition } from "./public-view.ts";
import type { EtaView, PositionView, TrackingView } from "./schema.ts";
import { trackingOf } from "./service.ts";
import { type PositionRow, trackingStore } from "./store.ts";
import { toEntryView, toEtaView, toPositionView } from "./view.ts";
import { proofPathOf } from "./whole-proof.ts";

/** How far a reader is in the stream: the last entry, the last position, and the last change of the ETA and of the window. */
interface StreamPlace {
  entry: number;
  position: number;
  eta: number;
  window: number;
}

type EntryFrame = TrackingView["entries"][number] | PublicTrackingView["entries"][number];

interface StreamFrame {
  event: "status" | "position" | "eta" | "window";
  data: EntryFrame | PositionView | EtaView | { window: Window | null };
  place: StreamPlace;
}

/** A shipment as one kind of reader may see it. */
interface Subject {
  environment: Environment;
  /** The present record. @throws AppError `not_found` once it is gone, `tracking_link_ended` */
  record(): ShipmentRecord;
  /** Undefined for an entry that this reader may not see. */
  entryOf(row: EntryRow): EntryFrame | undefined;
  positionOf(row: PositionRow, shipment: ShipmentRow): PositionView | undefined;
}

const framesMax = 200;

/**
 * What is new since `since`, oldest first for each kind, and how far that goes. The shipment may be `over`; if nothing is
 * new then, the stream has `ended`.
 */
function framesSince(
  deps: Deps,
  subject: Subject,
  since: StreamPlace,
): { frames: StreamFrame[]; place: StreamPlace; over: boolean; ended: boolean } {
  const { shipment, assignment } = subject.record();
  const db = deps.stores.platform(subject.environment).db;
  const frames: StreamFrame[] = [];
  const at = { ...since };
  for (const row of trackingStore(db).positionsAfter(shipment.id, since.position, framesMax)) {
    at.position = row.id;
    if (row.verdict !== "good") continue;
    const data = subject.positionOf(row, shipment);
    if (data) frames.push({ event: "position", data, place: { ...at } });
  }
  for (const row of entriesOf(db, shipment.id, since.entry)) {
    at.entry = row.sequence;
    const data = subject.entryOf(row);
    if (data) frames.push({ event: "status", data, place: { ...at } });
  }
  const tracking = trackingOf(db, shipment);
  const changedAt = tracking?.etaUpdatedAt ?? assignment?.assignedAt ?? 0;
  const eta = toEtaView(shipment.status, tracking, assignment ?? undefined);
  if (eta && changedAt > since.eta) {
    at.eta = changedAt;
    frames.push({ event: "eta", data: eta, place: { ...at } });
  }
  if ((shipment.promiseMovedAt ?? 0) > since.window) {
    at.window = shipment.promiseMovedAt ?? 0;
    frames.push({ event: "window", data: { window: shipment.delivery.window }, place: { ...at } });
  }
  const over = isFinal(shipment.status);
  return { frames, place: at, over, ended: over && frames.length === 0 };
}

/** A new reader gets the latest good position and every entry. */
function firstPlace(deps: Deps, { environment, record }: Subject): StreamPlace {
  const { shipment } = record();
  const last = trackingStore(deps.stores.platform(environment).db).lastGoodPositionId(shipment.id);
  return { entry: 0, position: Math.max(0, last - 1), eta: 0, window: 0 };
}

/** "over" for a reader that has seen the end. It stops a browser from reconnecting. */
type OpenedStream = (() => EventSource) | "over";

/** The stream of a reader, from where it left off. @throws AppError `not_found` */
export function openTrackingStream(
  deps: Deps,
  caller: Caller,
  shipmentId: string,
  lastEventId: string | null,
): OpenedStream {
  const subject: Subject = {
    environment: caller.environment,
    record: () => getShipmentRecord(deps, caller, shipmentId),
    entryOf: (row) => toEntryView(row, (name) => `${deps.publicUrl()}${proofPathOf(shipmentId)}/${name}`),
    positionOf: toPositionView,
  };
  return openStream(deps, subject, shipmentId, lastEventId);
}

/** What anybody with the tracking link may see of it. @throws AppError `not_found`, `tracking_link_ended` */
export function openPublicStream(
  deps: Deps,
  token: string,
  lastEventId: string | null,
): { reader: LinkPrincipal; source: OpenedStream } {
  const { environment, record: found } = requireByToken(deps, token);
  const subject: Subject = {
    environment,
    record: () => requireByToken(deps, token).record,
    entryOf: (row) => toPublicEntry(toEntryView(row, (name) => name)),
    positionOf: (row, shipment) =>
      toPublicPosition({ ...shipment, toOtherStop: row.toOtherStop }, toPositionView(row)),
  };
  return {
    reader: { kind: "link", environment, token },
    source: openStream(deps, subject, found.shipment.id, lastEventId),
  };
}

function openStream(
  deps: Deps,
  subject: Subject,
  shipmentId: string,
  lastEventId: string | null,
): OpenedStream {
  const resumed = parsePlace(lastEventId);
  let place = resumed ?? firstPlace(deps, subject);
  if (resumed && framesSince(deps, subject, resumed).ended) return "over";
  return () => {
    const watching = watch(shipmentId);
    let seen = -1;
    let isOver = false;
    return {
      // The last frames are followed by a read that finds nothing, which ends the stream.
      hasNews: () => isOver || watching.changes() !== seen,
      close: watching.stop,
      read() {
        seen = watching.changes();
        const { frames, place: reached, over, ended } = framesSince(deps, subject, place);
        place = reached;
        isOver = over;
        if (ended) return "end";
        const events = frames.map((frame) => ({
          id: textOf(frame.place),
          event: frame.event,
          data: JSON.stringify(frame.data),
        }));
        return encodeEvents(events);
      },
    };
  };
}

/** The last part is there once a window has moved. */
function textOf({ entry, position, eta, window }: StreamPlace): string {
  return `${entry}.${position}.${eta}${window === 0 ? "" : `.${window}`}`;
}

function parsePlace(lastEventId: string | null): StreamPlace | undefined {
  const parts = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:\.(\d{1,15}))?$/.exec(lastEventId ?? "");
  if (!parts) return undefined;
  const [entry, position, eta, window] = parts.slice(1).map((part) => Number(part ?? 0));
  return { entry: entry ?? 0, position: position ?? 0, eta: eta ?? 0, window: window ?? 0 };
}
