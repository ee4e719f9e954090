import type { RateCard } from "./schema.ts";

/** A rate card as text: a line for each zone and service, so that nobody has to read all of a large one at once. */

/** What others want to know of the services of a card, without reading it. */
export interface ServiceNames {
  code: string;
  name: string;
  leadMinutes: number;
}

const between = '],"services":[';

/** The JSON of the card. Only its lines have line breaks: JSON has none within texts. */
export function cardText({ version: _version, zones, services, ...rest }: RateCard): string {
  const linesOf = (list: readonly object[]) => list.map((entry) => JSON.stringify(entry)).join(",\n");
  return `${JSON.stringify(rest).slice(0, -1)},"zones":[\n${linesOf(zones)}\n${between}\n${linesOf(services)}\n]}`;
}

/** A step for each zone and service; a single one for cards that earlier versions of Waybill stored. */
export function* readCard(text: string): Generator<void, RateCard> {
  const lines = text.split("\n");
  if (lines.length === 1) return JSON.parse(text);
  const card = JSON.parse(`${lines[0]}]}`);
  let list: unknown[] = card.zones;
  for (const line of lines.slice(1, -1)) {
    if (line === between) list = card.services = [];
    else list.push(JSON.parse(line.endsWith(",") ? line.slice(0, -1) : line));
    yield;
  }
  return card;
}

/** Whether both are the same card, however old. */
export function isSameCard(one: string, other: string): boolean {
  return one.replaceAll("\n", "") === other.replaceAll("\n", "");
}

export function serviceNames({ services }: RateCard): ServiceNames[] {
  return services.map(({ code, name, lead_minutes }) => ({ code, name, leadMinutes: lead_minutes ?? 0 }));
}
