import { sha256Hex } from "../../../infra/ids.ts";
import { saltedHash } from "../../../infra/secrets/salting.ts";
import type { ProofFile, ProofLink } from "./schema.ts";

/** Checks a proof file by itself and against a head that was kept elsewhere. */

export interface Verification {
  /** One sentence for each thing that was changed. Empty: nothing was, up to the head. */
  problems: string[];
  /** Values that were deleted on purpose, which leaves the chain whole. */
  redacted: string[];
  /** Entries that came after the head: nothing proves them. */
  uncovered: string[];
}

/** What a record says that the check needs. */
interface LinkRecord {
  kind: "entry" | "proof";
  shipment_id: string;
  sequence?: number;
  previous: string | null;
  salted: Record<string, string | null>;
}

interface Named {
  link: ProofLink;
  record: LinkRecord;
  /** `entry 4`, or `the proof of delivery`. */
  name: string;
}

/** `head` left out: the file is only compared with itself, which proves nothing. */
export function verifyProofFile(file: ProofFile, head?: string): Verification {
  const named = file.links.map((link, index) => nameLink(link, index));
  const headAt = file.links.findIndex(({ hash }) => hash === head);
  return {
    problems: [
      ...named.flatMap((each, index) => [...checkRecord(each, named[index - 1], file), ...checkValues(each)]),
      ...checkPictures(named, file.pictures),
      ...checkFrame(file, named),
      ...(head !== undefined && headAt === -1
        ? ["the head is not in this file: its end was cut off, or the whole chain was written anew"]
        : []),
    ],
    redacted: named.flatMap(redactedIn),
    uncovered: headAt === -1 ? [] : named.slice(headAt + 1).map(({ name }) => name),
  };
}

function nameLink(link: ProofLink, index: number): Named {
  const record = readRecord(link.record);
  if (record === undefined) {
    const nothing = { kind: "entry", shipment_id: "", previous: null, salted: {} } as const;
    return { link, record: nothing, name: `link ${index + 1}` };
  }
  return {
    link,
    record,
    name: record.kind === "proof" ? "the proof of delivery" : `entry ${record.sequence}`,
  };
}

function readRecord(text: string): LinkRecord | undefined {
  try {
    const record = JSON.parse(text);
    const isRecord = typeof record?.salted === "object" && record.salted !== null;
    return isRecord ? record : undefined;
  } catch {
    return undefined;
  }
}

function checkRecord({ link, record, name }: Named, before: Named | undefined, file: ProofFile): string[] {
  if (sha256Hex(link.record) !== link.hash) {
    const members = record.kind === "proof" ? "types, PIN check or receiver" : "state, code or source";
    return [`${name}: its record was changed (${members}, or what came before it)`];
  }
  const problems: string[] = [];
  if (record.shipment_id !== file.shipment_id) problems.push(`${name}: it belongs to another shipment`);
  if (record.previous !== (before?.link.hash ?? null)) {
    problems.push(`${name}: it does not follow ${before?.name ?? "the beginning of the chain"}`);
  }
  return problems;
}

function checkValues({ link, record, name }: Named): string[] {
  const members = new Set([...Object.keys(record.salted), ...Object.keys(link.values)]);
  return [...members].flatMap((member) => {
    const hash = record.salted[member] ?? null;
    const given = link.values[member] ?? null;
    if (!(member in record.salted)) return [`${name}: ${wordsFor(member)} was added`];
    if (given === null) return [];
    if (hash === null) return [`${name}: ${wordsFor(member)} was added`];
    if (given.salt === null || given.value === null) return [`${name}: ${wordsFor(member)} was removed`];
    return saltedHash(given.salt, given.value) === hash ? [] : [`${name}: ${wordsFor(member)} was changed`];
  });
}

function redactedIn({ link, record, name }: Named): string[] {
  return Object.keys(record.salted)
    .filter((member) => record.salted[member] !== null && !link.values[member])
    .map((member) => `${name}: ${wordsFor(member)}`);
}

/** The bytes of each picture against the hash that the chain holds. */
function checkPictures(named: readonly Named[], pictures: ProofFile["pictures"]): string[] {
  const hashes = new Map<string, string>();
  for (const { link } of named) {
    for (const [member, given] of Object.entries(link.values)) {
      const sha256 = given?.value && isPicture(member) ? pictureHash(given.value) : undefined;
      if (sha256 !== undefined) hashes.set(member, sha256);
    }
  }
  const wrong = pictures.flatMap(({ name, content }) => {
    const bytes = Buffer.from(content, "base64");
    const isSame = bytes.toString("base64") === content && sha256Hex(bytes) === hashes.get(name);
    return isSame ? [] : [`${wordsFor(name)} was changed: its bytes are not those of the delivery`];
  });
  const names = pictures.map(({ name }) => name);
  const missing = [...hashes.keys()].filter((name) => !names.includes(name));
  return [...wrong, ...missing.map((name) => `${wordsFor(name)} is missing`)];
}

function pictureHash(text: string): string | undefined {
  try {
    return JSON.parse(text).sha256;
  } catch {
    return undefined;
  }
}

/** What stands around the links, and entries that are not there. */
function checkFrame({ head, begins_at }: ProofFile, named: readonly Named[]): string[] {
  const sequences = named.flatMap(({ record: { sequence } }) => sequence ?? []);
  const [first = null] = sequences;
  const missing = sequences.flatMap((sequence, index) => {
    const before = sequences[index - 1] ?? sequence - 1;
    return Array.from({ length: Math.min(sequence - before - 1, 100) }, (_, step) => before + 1 + step);
  });
  return [
    ...missing.map((sequence) => `entry ${sequence} is missing`),
    ...(begins_at === first ? [] : ["`begins_at` was changed"]),
    ...(head === (named.at(-1)?.link.hash ?? null) ? [] : ["`head` is not the hash of the last link"]),
  ];
}

const isPicture = (member: string) => member.includes(".");

const kinds: Record<string, string> = {
  occurred_at: "time",
  recorded_at: "time",
  captured_at: "time",
  recipient_name: "name",
  signer_name: "name",
  location: "place",
  message: "text",
  note: "text",
};

function wordsFor(member: string): string {
  return `the ${kinds[member] ?? "picture"} ${member}`;
}
