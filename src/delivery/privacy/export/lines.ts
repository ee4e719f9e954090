import { listAuditEntries } from "../../../access/audit/service.ts";
import { listDevices } from "../../../access/devices/service.ts";
import { listKeys } from "../../../access/keys/service.ts";
import { listInvitations } from "../../../access/people/invitations.ts";
import { listMembers } from "../../../access/people/members.ts";
import { listTokens } from "../../../access/tokens/service.ts";
import { toTimestamp } from "../../../infra/clock.ts";
import { type Caller, hasScope } from "../../../infra/http/principal.ts";
import { listEvents } from "../../../messaging/events/service.ts";
import { listWebhooks } from "../../../messaging/webhooks/service.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { getCarrierWebhook, listCarrierWebhooks } from "../../connections/carrier-webhooks/inbox/service.ts";
import { listOwnCarriers } from "../../connections/setup/reading.ts";
import { listNotices } from "../../fleet/dispatch/notices/service.ts";
import { listDrivers } from "../../fleet/drivers/setup/reading.ts";
import { accountImages } from "../../lifecycle/brand/service.ts";
import { listCharges } from "../../lifecycle/charges/listing.ts";
import { listContacts } from "../../orders/contacts/list.ts";
import { listImportRows, listImports } from "../../orders/imports/reading.ts";
import { listOrderRequests } from "../../orders/order-forms/requests.ts";
import { listOrderForms } from "../../orders/order-forms/service.ts";
import { findRateCard } from "../../orders/rate-cards/service.ts";
import { listSchedules } from "../../orders/schedules/list.ts";
import { listShipments } from "../../orders/shipments/list.ts";
import { describeCaller } from "../account/service.ts";
import { lineOf, pagesOf } from "./line.ts";
import { shipmentLines } from "./shipment-lines.ts";

/**
 * Everything of an account in one environment, in the shapes of the API and without secrets. People and the audit log
 * are for signed-in people only, as far as their role shows them. It reads page by page, so what changes meanwhile may show in one line and not in another.
 * The last line tells how many came before it.
 */
export async function* exportLines(deps: DeliveryDeps, caller: Caller): AsyncGenerator<string> {
  let lines = 0;
  for await (const line of allLines(deps, caller)) {
    lines += 1;
    yield line;
  }
  yield lineOf("end", { lines, finished_at: toTimestamp(deps.clock.now()) });
}

async function* allLines(deps: DeliveryDeps, caller: Caller): AsyncGenerator<string> {
  yield lineOf("account", describeCaller(deps, caller));
  yield* logoLines(deps, caller);
  yield* personLines(deps, caller);
  yield* keyLines(deps, caller);
  for await (const webhook of pagesOf((page) => listWebhooks(deps, caller, page)))
    yield lineOf("webhook", webhook);
  yield* carrierLines(deps, caller);
  for await (const contact of pagesOf((page) => listContacts(deps, caller, page)))
    yield lineOf("contact", contact);
  for await (const schedule of pagesOf((page) => listSchedules(deps, caller, page)))
    yield lineOf("schedule", schedule);
  for await (const form of pagesOf((page) => listOrderForms(deps, caller, page)))
    yield lineOf("order_form", form);
  for await (const order of pagesOf((page) => listOrderRequests(deps, caller, page)))
    yield lineOf("order_request", order);
  yield* importLines(deps, caller);
  for await (const shipment of pagesOf((page) => listShipments(deps, caller, page)))
    yield* shipmentLines(deps, caller, shipment);
  for await (const charge of pagesOf((page) => listCharges(deps, caller, page)))
    yield lineOf("charge", charge);
  for await (const event of pagesOf((page) => listEvents(deps, caller, page))) yield lineOf("event", event);
}

function* logoLines(deps: DeliveryDeps, { accountId }: Caller): Generator<string> {
  for (const { id, contentType, sha256, content } of accountImages(deps, accountId)) {
    const base64 = content.toString("base64");
    yield lineOf("logo", { id, content_type: contentType, sha256, content_base64: base64 });
  }
}

async function* personLines(deps: DeliveryDeps, caller: Caller): AsyncGenerator<string> {
  if (caller.kind !== "session") return;
  for await (const user of pagesOf((page) => listMembers(deps, caller, page))) yield lineOf("user", user);
  for await (const invitation of pagesOf((page) => listInvitations(deps, caller, page)))
    yield lineOf("invitation", invitation);
  if (!hasScope(caller, "audit:read")) return;
  for await (const entry of pagesOf((page) => listAuditEntries(deps, caller, page)))
    yield lineOf("audit_entry", entry);
}

async function* importLines(deps: DeliveryDeps, caller: Caller): AsyncGenerator<string> {
  for await (const list of pagesOf((page) => listImports(deps, caller, page))) {
    yield lineOf("import", list);
    for await (const row of pagesOf((page) => listImportRows(deps, caller, list.id, page)))
      yield lineOf("import_row", { import_id: list.id, ...row });
  }
}

/** A key sees the others; of people only those whose role shows them keys. */
async function* keyLines(deps: DeliveryDeps, caller: Caller): AsyncGenerator<string> {
  if (caller.kind === "session" && !hasScope(caller, "keys:read")) return;
  for await (const key of pagesOf((page) => listKeys(deps, caller.accountId, page))) yield lineOf("key", key);
}

/** The account's own carriers, with their rate cards, tokens, webhooks and drivers, and what the drivers were told. */
async function* carrierLines(deps: DeliveryDeps, caller: Caller): AsyncGenerator<string> {
  const { environment, accountId } = caller;
  for (const carrier of listOwnCarriers(deps, caller, "account")) {
    yield lineOf("carrier", carrier);
    const card = findRateCard(deps, caller, carrier.id);
    if (card) yield lineOf("rate_card", { carrier_id: carrier.id, ...card });
    const owner = { environment, accountId, carrierId: carrier.id, driverId: null };
    for await (const token of pagesOf((page) => listTokens(deps, caller, owner, page)))
      yield lineOf("token", token);
    for await (const { id } of pagesOf((page) =>
      listCarrierWebhooks(deps, caller, "account", carrier.id, page),
    ))
      yield lineOf("carrier_hook", getCarrierWebhook(deps, caller, "account", carrier.id, id));
  }
  for await (const driver of pagesOf((page) => listDrivers(deps, caller, "account", page))) {
    yield lineOf("driver", driver);
    const owner = { environment, accountId, carrierId: driver.carrier_id, driverId: driver.id };
    for await (const device of pagesOf((page) => listDevices(deps, caller, owner, page)))
      yield lineOf("device", device);
  }
  for await (const notice of pagesOf((page) => listNotices(deps, caller, "account", page)))
    yield lineOf("driver_notice", notice);
}
