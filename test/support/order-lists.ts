import { platform } from "./fixtures.ts";
import { type Answer, type Client, eventually } from "./harness.ts";

/** Lists of orders, as people upload them. */

export const importsPath = `${platform}/imports`;

/** The address that all orders are picked up at. */
export const shop = {
  contact: { name: "Bike Shop", phone: "+4930123456" },
  address: { line1: "Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" },
};
export const shopDefaults = { pickup: shop, parcels: [{ weight_grams: 1_000 }] };

/** What the columns of `csvOf` mean, in order. */
export const shipmentFields = [
  "reference",
  "delivery.contact.name",
  "delivery.address.line1",
  "delivery.address.postal_code",
  "delivery.address.city",
  "delivery.contact.phone",
] as const;

/** A file of orders, one for each list of cells. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return [shipmentFields.map((field) => `Column ${field}`), ...rows]
    .map((row) => `${row.map(quoted).join(",")}\n`)
    .join("");
}

/** The cells of order `number`, to a house of its own. */
export function orderCells(number: number): string[] {
  return [`ORD-${number}`, `Alex ${number}`, `Oranienstraße ${number}`, "10999", "Berlin", "030 1234567"];
}

export function upload(
  client: Client,
  body: BodyInit,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return client.send(`${importsPath}${query}`, {
    method: "POST",
    headers: { "content-type": "text/csv", ...headers },
    body,
  });
}

/** The import, once Waybill has checked it. */
export function checked(client: Client, id: string): Promise<Answer["body"]> {
  return eventually("the import is checked", async () => {
    const { body } = await client.get(`${importsPath}/${id}`);
    return body.status === "checking" ? undefined : body;
  });
}

/** The import, once all is made. */
export function completed(client: Client, id: string): Promise<Answer["body"]> {
  return eventually("the import is done", async () => {
    const { body } = await client.get(`${importsPath}/${id}`);
    return body.status === "running" ? undefined : body;
  });
}

/** An import whose columns mean what `fields` says, checked. */
export async function uploadAs(
  client: Client,
  text: string,
  {
    fields = shipmentFields,
    defaults = shopDefaults,
    query = "",
    ...change
  }: {
    fields?: readonly (string | null)[];
    defaults?: object;
    query?: string;
    take_duplicates?: unknown;
  } = {},
): Promise<Answer["body"]> {
  const made = await upload(client, text, { query });
  if (made.status !== 201) throw new Error(`the upload gave ${made.status}: ${made.text}`);
  const { id, columns } = await checked(client, made.body.id);
  const chosen = columns.map(({ index }: { index: number }) => ({ index, field: fields[index] ?? null }));
  const patched = await client.patch(`${importsPath}/${id}`, { columns: chosen, defaults, ...change });
  if (patched.status !== 200) throw new Error(`the columns gave ${patched.status}: ${patched.text}`);
  return checked(client, id);
}

export async function rowsOf(client: Client, id: string, query = ""): Promise<Answer["body"][]> {
  const { status, body, text } = await client.get(`${importsPath}/${id}/rows?limit=100${query}`);
  if (status !== 200) throw new Error(`the rows gave ${status}: ${text}`);
  return body.data;
}
