import type { TSchema } from "@sinclair/typebox";
import { loadedPhoneReader } from "../phone.ts";
import { loadPhoneReader } from "../phone-reader.ts";
import { readWith } from "./reading.ts";

/** A body as its operation gets it, before its schema judges it. */
export async function readInput(schema: TSchema, sent: unknown): Promise<unknown> {
  const { value, missesPhones } = readWith(schema, sent, loadedPhoneReader());
  return missesPhones ? readWith(schema, value, await loadPhoneReader()).value : value;
}
