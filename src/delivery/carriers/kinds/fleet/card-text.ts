import type { RateCard } from "./schema.ts";

/** A rate card as text, and how to read it piece by piece: nobody parses all of a large one at once. */

/** What others want to know of the services of a card, without reading it. */
export interface ServiceNames {
  code: string;
  name: string;
  leadMinutes: number;
}

/** The JSON of the card, without blanks. */
export function cardText({ version: _version, ...card }: RateCard): string {
  return JSON.stringify(card);
}

/** Reads what `cardText` made: a step for each zone and service. */
export function* readCard(text: string): Generator<void, RateCard> {
  const lists: unknown[][] = [];
  let frame = "";
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === "{" || sign === "[") {
      depth += 1;
      if (depth === 2) lists.push([]);
      if (depth !== 3) continue;
      frame += text.slice(from, at);
      from = at;
    } else if (sign === "}" || sign === "]") {
      depth -= 1;
      if (depth !== 2) continue;
      lists.at(-1)?.push(JSON.parse(text.slice(from, at + 1)));
      // The frame has the lists without their entries, and without what stands between these.
      if (text[at + 1] === ",") at += 1;
      from = at + 1;
      yield;
    }
  }
  const card = JSON.parse(frame + text.slice(from));
  for (const [name, value] of Object.entries(card)) if (Array.isArray(value)) card[name] = lists.shift();
  return card;
}

/** Where the string ends that begins there: at the next quote that no backslash escapes. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

export function serviceNames({ services }: RateCard): ServiceNames[] {
  return services.map(({ code, name, lead_minutes }) => ({ code, name, leadMinutes: lead_minutes ?? 0 }));
}
