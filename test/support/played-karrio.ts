import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import draftAnswer from "../delivery/carriers/kinds/karrio/answers/30-shipment-draft.json";
import boughtAnswer from "../delivery/carriers/kinds/karrio/answers/33-purchase.json";
import trackerAnswer from "../delivery/carriers/kinds/karrio/answers/45-tracker.json";
import {
  type Answer,
  type Answering,
  type Call,
  carrierSays,
  failure,
  faults,
  isDraft,
  type KarrioFault,
} from "./played-karrio-faults.ts";

/**
 * A server that answers as a recorded Karrio did, with shipments of its own. The first segment of the path names what
 * goes wrong, so that one server plays every fault.
 */

type Row = Record<string, unknown> & { id: string; status: string; metadata: Record<string, unknown> };

export interface PlayedKarrio {
  liveKey: string;
  testKey: string;
  url(fault?: KarrioFault): string;
  /** Each request: `POST /v1/shipments`. */
  calls: string[];
  shipments: Map<string, Row>;
  /** Labels that the carrier behind Karrio made for an assignment. */
  labelsOf(assignmentId: string): number;
  /** The Karrio shipment of an assignment. */
  shipmentOf(assignmentId: string): Row | undefined;
  /** The carrier behind Karrio answers no purchase until the returned function is called. */
  holdPurchases(): () => void;
  /** Gives a bought shipment's tracker these events, and tells the webhook. */
  track(shipmentId: string, events: readonly object[], change?: object): void;
  /** These connections have no price list; with `only`, no other connection is there. */
  unpriced(connections: string[], only?: boolean): void;
  /** Listens again after it has left. */
  comeBack(): Promise<void>;
  /** Where webhooks go; nowhere by default. A purchase tells it before its own answer. */
  hooksTo(url: string | undefined, secret?: string): void;
  stop(): Promise<void>;
}

const gramsMax = 31_500;
/** A recorded label had so many bytes for each piece. */
const labelBytesPerPiece = 163_431;
/** One file for all pieces. */
const labelFileOf = ({ parcels }: Row) =>
  Buffer.alloc(labelBytesPerPiece * (parcels as unknown[]).length, "%PDF-1.4\n% a label\n");

export async function playKarrio(): Promise<PlayedKarrio> {
  const random = () => crypto.randomUUID().replaceAll("-", "");
  const liveKey = `key_${random()}`;
  const testKey = `key_${random()}`;
  const shipments = new Map<string, Row>();
  const trackers = new Map<string, Record<string, unknown>>();
  const labels: string[] = [];
  const calls: string[] = [];
  const times = new Map<string, number>();
  let held: Promise<void> | undefined;
  let unpricedConnections: string[] = [];
  let onlyUnpriced = false;
  let hook: { url: string; secret: string } | undefined;

  async function tell(event: string, data: unknown): Promise<void> {
    if (!hook) return;
    const headers = { "content-type": "application/json", "x-event-id": hook.secret };
    await fetch(hook.url, { method: "POST", headers, body: JSON.stringify({ event, data }) });
  }

  function ratesOf(isTest: boolean, pieces: number) {
    const unpriced = unpricedConnections.map((carrier_id) => ({
      ...draftAnswer.answer.rates[0],
      id: `rat_${random()}`,
      carrier_id,
      total_charge: 0,
      extra_charges: [],
      test_mode: isTest,
    }));
    if (onlyUnpriced) return unpriced;
    const priced = draftAnswer.answer.rates.map((rate) => ({
      ...rate,
      id: `rat_${random()}`,
      total_charge: Math.round(rate.total_charge * pieces * 100) / 100,
      extra_charges: rate.extra_charges.map((charge) => ({ ...charge, amount: charge.amount * pieces })),
      test_mode: isTest,
    }));
    return [...unpriced, ...priced];
  }

  function draft({ body, isTest }: Call): Answer {
    const ids = (body.carrier_ids ?? []) as string[];
    if (ids.length > 0 && !ids.includes("own-couriers")) {
      return failure(404, "not_found", "No active carrier connection found to process the request");
    }
    const { recipient } = body as { recipient: { country_code: string; address_line1: string } };
    if (recipient.address_line1.length > 100) {
      const message = "recipient.address_line1: Ensure this field has no more than 100 characters.";
      return failure(400, "validation", message);
    }
    const parcels = body.parcels as { weight: number }[];
    const isServed = recipient.country_code === "DE";
    const isHeavy = parcels.some(({ weight }) => weight * 1000 > gramsMax);
    if (body.services && isHeavy) {
      return carrierSays(424, "invalid_weight", "the weight exceeds service own_express max weight");
    }
    const row: Row = {
      ...draftAnswer.answer,
      ...body,
      id: `shp_${random()}`,
      status: "draft",
      parcels: parcels.map((parcel) => ({ ...parcel, reference_number: random().slice(0, 12) })),
      options: { ...draftAnswer.answer.options, ...(body.options as object) },
      metadata: (body.metadata ?? {}) as Row["metadata"],
      rates: isServed && !isHeavy ? ratesOf(isTest, parcels.length) : [],
      test_mode: isTest,
    };
    shipments.set(row.id, row);
    return { status: 201, body: row };
  }

  /** The connections that have no price list rate for nothing, and those of another country not at all. */
  function ratesAlone({ body, isTest }: Call): Answer {
    const { shipper, parcels } = body as { shipper: { country_code: string }; parcels: unknown[] };
    const rates = shipper.country_code === "DE" ? ratesOf(isTest, parcels.length) : [];
    return { status: 200, body: { rates, messages: [] } };
  }

  /** As Karrio's own: it checks, asks the carrier, and writes what came of it, without a lock. */
  async function purchase(row: Row, { body }: Call): Promise<Answer> {
    if (row.status === "created") {
      return failure(409, "state_error", "The shipment is 'created' and cannot be purchased again");
    }
    if (row.status !== "draft") return lateChange(row);
    const rates = row.rates as { id: string }[];
    const rate = rates.find(({ id }) => id === body.selected_rate_id);
    if (!rate) {
      const message = "The service you selected is not available for this shipment.";
      return failure(400, "service_unavailable", message);
    }
    await (held ?? Bun.sleep(5));
    labels.push(row.id);
    const numbers = (row.parcels as { reference_number: string }[]).map((piece) => piece.reference_number);
    const trackerId = `trk_${random()}`;
    Object.assign(row, {
      status: "created",
      carrier_id: "own-couriers",
      selected_rate: rate,
      tracking_number: numbers[0],
      tracker_id: trackerId,
      meta: { ...boughtAnswer.answer.meta, tracking_numbers: numbers },
      label_url: `/v1/shipments/${row.id}/label.pdf`,
    });
    const { events: _, ...tracker } = trackerAnswer.answer;
    const fresh = {
      id: trackerId,
      tracking_number: numbers[0],
      events: [],
      status: "pending",
      delivered: false,
    };
    trackers.set(trackerId, { ...tracker, ...fresh });
    await tell("shipment_purchased", row);
    const documents = [{ category: "label", format: "PDF", base64: labelFileOf(row).toString("base64") }];
    return { status: 200, body: { ...row, shipping_documents: documents } };
  }

  const lateChange = ({ status }: Row) =>
    failure(409, "state_error", `Shipment is ${status} and cannot be updated anymore...`);

  function change(row: Row, { body }: Call): Answer {
    // Metadata alone may always change.
    const isMetadata = Object.keys(body).join() === "metadata";
    if (row.status !== "draft" && !isMetadata) return lateChange(row);
    const metadata = { ...row.metadata, ...(body.metadata as object) };
    // What is not sent again gets Karrio's defaults.
    const options = { shipping_date: "2026-11-23T10:00", ...(body.options as object) };
    Object.assign(row, { label_type: "PDF", ...body, metadata, options });
    return { status: 200, body: row };
  }

  async function cancel(row: Row): Promise<Answer> {
    if (row.status === "cancelled") return { status: 202, body: row };
    if (row.status !== "draft" && row.status !== "created") {
      const message = `The shipment is '${row.status}' and can not be cancelled anymore...`;
      return failure(409, "state_error", message);
    }
    row.status = "cancelled";
    await tell("shipment_cancelled", row);
    return { status: 200, body: row };
  }

  function find({ query, isTest }: Call): Answer {
    const [key, value] = [query.get("metadata_key"), query.get("metadata_value")];
    const results = [...shipments.values()]
      .filter(
        (row) =>
          row.test_mode === isTest &&
          key !== null &&
          (value === null ? key in row.metadata : Object.values(row.metadata).includes(value)),
      )
      .reverse();
    return { status: 200, body: { count: results.length, next: null, previous: null, results } };
  }

  async function answer(call: Call): Promise<Answer> {
    const { method, path, isTest } = call;
    if (path === "/v1/connections") {
      const connection = {
        carrier_id: "own-couriers",
        carrier_name: "generic",
        active: true,
        test_mode: isTest,
      };
      return { status: 200, body: { count: 1, next: null, previous: null, results: [connection] } };
    }
    if (isDraft(call)) return draft(call);
    if (path === "/v1/proxy/rates") return ratesAlone(call);
    if (path === "/v1/shipments") return find(call);
    const [, , kind, id = "", verb] = path.split("/");
    if (kind === "trackers") {
      const tracker = trackers.get(id);
      return tracker ? { status: 200, body: tracker } : failure(404, "not_found", "Tracking not found");
    }
    const row = shipments.get(id);
    if (row?.test_mode !== isTest) return failure(404, "not_found", "Shipment not found");
    if (verb === "purchase") return purchase(row, call);
    if (verb === "cancel") return cancel(row);
    return method === "PUT" ? change(row, call) : { status: 200, body: row };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://karrio");
    const [, fault = "", ...rest] = url.pathname.split("/");
    const path = `/${rest.join("/")}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const key = String(request.headers.authorization).replace("Token ", "");
    const name = `${request.method} ${path}`;
    calls.push(name);
    times.set(name, (times.get(name) ?? 0) + 1);
    const send = ({ status, body }: Answer) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (key !== liveKey && key !== testKey) {
      send(failure(401, "invalid_token", "Given token not valid for any token type"));
      return;
    }
    const labeled = path.endsWith("/label.pdf") && shipments.get(path.split("/")[3] ?? "");
    if (labeled) {
      response.writeHead(200, { "content-type": "application/pdf; charset=utf-8" }).end(labelFileOf(labeled));
      return;
    }
    const call: Call = {
      method: String(request.method),
      path,
      query: url.searchParams,
      body: chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {},
      isTest: key === testKey,
      times: times.get(name) ?? 1,
    };
    const replaceRates = () => {
      for (const row of shipments.values()) row.rates = ratesOf(row.test_mode === true, 1);
    };
    const play: Answering = faults[fault as KarrioFault] ?? faults.well;
    const makeLabel = () => void labels.push(path.split("/")[3] ?? "");
    const leave = () => {
      response.setHeader("connection", "close");
      server.close();
    };
    const wire = { request, response, replaceRates, makeLabel, leave };
    const given = await play(call, () => answer(call), wire);
    if (given) send(given);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const markedBy = (assignmentId: string) =>
    [...shipments.values()].filter(({ metadata }) => metadata.waybill_assignment === assignmentId);

  return {
    liveKey,
    testKey,
    calls,
    shipments,
    url: (fault = "well") => `${origin}/${fault}`,
    labelsOf: (assignmentId) => {
      const ids = markedBy(assignmentId).map(({ id }) => id);
      return labels.filter((id) => ids.includes(id)).length;
    },
    shipmentOf: (assignmentId) => markedBy(assignmentId)[0],
    holdPurchases() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = undefined;
        resolve();
      };
    },
    unpriced(connections, only = false) {
      unpricedConnections = connections;
      onlyUnpriced = only;
    },
    async comeBack() {
      await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    },
    track(shipmentId, events, changed = {}) {
      const tracker = trackers.get(String(shipments.get(shipmentId)?.tracker_id));
      if (!tracker) throw new Error(`${shipmentId} has no tracker`);
      Object.assign(tracker, { events }, changed);
      void tell("tracker_updated", tracker);
    },
    hooksTo(url, secret = "whsec_played") {
      hook = url === undefined ? undefined : { url, secret };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
