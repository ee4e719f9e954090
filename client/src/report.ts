import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Waybill } from "./client.ts";
import { fold, join, page, pre, section, table } from "./html.ts";
import type { FaultRuleWithCounts } from "./schema.ts";

/** What the report says beside what the stage saw. */
export interface ReportOptions {
  /** The test's name. */
  test?: string;
  /** What failed. */
  error?: string;
  /** The command that repeats the test. */
  command?: string;
}

/** A stage as a report reads it. */
export interface Reported {
  accountId: string;
  client: Waybill;
  liveClient: Waybill;
  /** Undefined where it has none, or where the environment's server was started by others. */
  seed: string | undefined;
  serverSeed: string | undefined;
}

/** Of each list the newest. */
const itemsMax = 200;
const all = { query: { limit: 100 } };

/** Writes one HTML file. It needs no network, and runs no script. */
export async function writeReport(stage: Reported, file: string, about: ReportOptions = {}): Promise<void> {
  const { client, liveClient, accountId, seed, serverSeed } = stage;
  const body = await withoutFaults(client, async (rules) => {
    const faults = rules.map((rule) => JSON.stringify(rule)).join("\n") || "none";
    const facts = table(
      ["", ""],
      [
        ...(about.error === undefined ? [] : [["Failure", pre(about.error)]]),
        ["Run it again", pre(about.command ?? "unknown: the test runner does not name its tests")],
        ["Seed of the stage", seed ?? "none: its ids differ in the next run"],
        ["Seed of the server", serverSeed ?? "none, or not started by this run"],
        ["Account", accountId],
        ["Clock", pre(JSON.stringify(await client.getClock(), null, 2))],
        ["Faults", pre(faults)],
      ],
    );
    return facts + (await sectionsOf(client, "")) + (await sectionsOf(liveClient, " (live)"));
  });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, page(about.test ?? `Stage ${accountId}`, body));
}

/** The faults of the stage would hit the report too: they come back with what is left of them. */
async function withoutFaults<T>(
  client: Waybill,
  read: (rules: FaultRuleWithCounts[]) => Promise<T>,
): Promise<T> {
  const { rules } = await client.getFaults();
  const left = rules.flatMap(({ matched: _matched, applied, ...rule }) => {
    if (rule.times === undefined) return [rule];
    return rule.times > applied ? [{ ...rule, times: rule.times - applied }] : [];
  });
  if (rules.length > 0) await client.removeFaults();
  try {
    return await read(rules);
  } finally {
    if (left.length > 0) await client.putFaults({ body: { rules: left } });
  }
}

/** What happened in one environment, oldest first; nothing where nothing did. */
async function sectionsOf(client: Waybill, where: string): Promise<string> {
  const logged = await newest(client.paginate("listRequests", all));
  // The report's own begin with the faults.
  const own = logged.map(({ route }) => route).lastIndexOf("getFaults");
  const requests = own === -1 ? logged : logged.slice(0, own);
  const shipments = await newest(client.paginate("listShipments", all));
  const events = await newest(client.paginate("listEvents", all));
  const webhooks = await newest(client.paginate("listWebhooks", all));
  let html = "";
  for (const { id, reference, status } of shipments) {
    const { entries } = await client.getTracking({ path: { shipmentId: id } });
    const rows = entries.map((one) => [one.occurred_at, one.status, one.substatus, one.source, one.message]);
    const title = `Shipment ${id}${where}, ${reference ?? "without a reference"}: ${status}`;
    html += part(title, ["Time", "Status", "Substatus", "Source", "Message"], rows);
  }
  const requestRows: unknown[][] = [];
  for (const { id, created_at: at, method, path, status, code, fault } of requests) {
    const { request_body: sent, response_body: received } = await client.getRequest({ path: { id } });
    const shown = join(path, fold("request", sent), fold("response", received));
    requestRows.push([at, method, status, code, fault, shown]);
  }
  const requestHeads = ["Time", "Method", "Status", "Code", "Fault", "Path"];
  html += part(`Requests${where}`, requestHeads, requestRows);
  const eventRows = events.map((event) => {
    const { timestamp, type, id } = event;
    return [timestamp, type, join(id, fold("event", JSON.stringify(event)))];
  });
  html += part(`Events${where}`, ["Time", "Type", "Id"], eventRows);
  for (const { id: webhookId, url } of webhooks) {
    const rows: unknown[][] = [];
    for (const { id, event_type: type, status } of await newest(
      client.paginate("listDeliveries", { path: { id: webhookId }, ...all }),
    )) {
      const { attempts } = await client.getDelivery({ path: { id: webhookId, deliveryId: id } });
      const shown = attempts.map((attempt) => fold(`attempt ${attempt.number}`, JSON.stringify(attempt)));
      rows.push([attempts[0]?.attempted_at, status, join(type, ...shown)]);
    }
    html += part(`Webhooks${where} to ${url}`, ["Time", "Status", "Type"], rows);
  }
  return html;
}

/** Nothing where nothing happened. */
function part(title: string, heads: readonly string[], rows: readonly unknown[][]): string {
  const cut = rows.length < itemsMax ? "" : `, the newest ${itemsMax}`;
  return rows.length === 0 ? "" : section(title + cut, heads, rows);
}

/** Lists are newest first. */
async function newest<Each>(items: AsyncIterable<Each>): Promise<Each[]> {
  const found: Each[] = [];
  for await (const item of items) if (found.unshift(item) === itemsMax) break;
  return found;
}
