import { readCard } from "../../delivery/carriers/kinds/fleet/card-text.ts";
import {
  type CardWarning,
  cardRules,
  warningsOf,
} from "../../delivery/carriers/kinds/fleet/limits-of-cards.ts";
import { counted, examplesMax, type Finding, fine, suspicious } from "../../infra/backups/diagnosis.ts";
import { atOnce } from "../../infra/waiting/turns.ts";
import type { OpenDatabase } from "./patient.ts";

/** Rate cards that an earlier version of Waybill stored: what they say now means less, or is refused at the next change. */

interface OldCard {
  carrier: string;
  warnings: readonly CardWarning[];
}

const oldCards = `SELECT carrier_id AS carrier, card FROM rate_cards AS one WHERE rules < ${cardRules} AND version =
  (SELECT max(version) FROM rate_cards WHERE carrier_id = one.carrier_id)`;

export function examineRateCards({ name, connection }: OpenDatabase): Finding[] {
  const cards: OldCard[] = [];
  for (const { carrier, card } of connection
    .prepare<[], { carrier: string; card: string }>(oldCards)
    .iterate())
    cards.push({ carrier, warnings: atOnce(reading(card)) });
  const where = { check: "rate_cards", database: name };
  const shrunk = withWarning(cards, "prefix_shrank");
  const large = withWarning(cards, "too_many_prefixes");
  const findings: Finding[] = [];
  if (shrunk.length > 0) {
    const message = `${counted(shrunk.length, "rate card")}: postal prefixes of GB, JE, GG or IM hold less than before.`;
    const remedy = "Check the prefixes on the page of each carrier, and save its rate card.";
    findings.push(suspicious(where, message, remedy, examplesOf(shrunk)));
  }
  if (large.length > 0) {
    const message = `${counted(large.length, "rate card")}: more countries × prefixes than Waybill takes now.`;
    const remedy = "They go on working. Their owners need fewer prefixes when they change them.";
    findings.push(suspicious(where, message, remedy, examplesOf(large)));
  }
  return findings.length > 0 ? findings : [fine(where, "They mean what they meant when they were stored.")];
}

function* reading(card: string) {
  return yield* warningsOf(yield* readCard(card));
}

function withWarning(cards: readonly OldCard[], wanted: CardWarning["code"]): OldCard[] {
  return cards
    .map(({ carrier, warnings }) => ({ carrier, warnings: warnings.filter(({ code }) => code === wanted) }))
    .filter(({ warnings }) => warnings.length > 0);
}

/** Each carrier with the first of its places. */
function examplesOf(cards: readonly OldCard[]): string[] {
  return cards.slice(0, examplesMax).map(({ carrier, warnings }) => `${carrier} ${warnings[0]?.pointer}`);
}
