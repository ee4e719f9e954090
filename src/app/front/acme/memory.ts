import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncPath } from "../../../infra/db/data-folder.ts";
import type { StoredSecret, Vault } from "../../../infra/secrets/vault.ts";
import { hourMs } from "../../../infra/units.ts";

/**
 * What must outlast a restart: the account with its key, an order under way, the certificate, and when orders were made.
 * It is a file of its own, because backups must not have it: a key belongs to one machine.
 */

const fileName = "https.json";
const ownerOnly = 0o600;
/** The authority locks a name after five failures within an hour. */
const ordersMax = 2;

/** What is sealed where there is a secret key. */
export interface Secrets {
  /** PEM. */
  readonly accountKey: string;
  /** An order that is not yet fulfilled, and the key of its certificate. */
  readonly pending: { readonly url: string; readonly key: string } | null;
  readonly certificate: { readonly cert: string; readonly key: string } | null;
  /** How many certificates followed the first. */
  readonly renewals: number;
}

/** Of one name at one authority. Another name or authority begins anew. */
export interface Memory {
  readonly secrets: Secrets | undefined;
  /** When the next order may be made. */
  nextOrderAt(now: number): number;
  noteOrder(now: number): void;
  keep(secrets: Secrets): void;
}

interface Stored {
  readonly name: string;
  readonly directory: string;
  readonly secrets: StoredSecret | null;
  /** Name → times of its orders in the last hour. */
  readonly orders: Record<string, number[]>;
}

/** @throws Error if the file cannot be read or written */
export function openMemory(dataDir: string, vault: Vault, name: string, directory: string): Memory {
  const path = join(dataDir, fileName);
  let stored = read(path);
  const place = placeOf(name);
  const isSame = stored?.name === name && stored.directory === directory;
  let secrets = isSame ? unseal(stored?.secrets ?? null, vault, place) : undefined;
  const write = (orders: Record<string, number[]>) => {
    const sealed = secrets === undefined ? null : vault.seal(JSON.stringify(secrets), place);
    stored = { name, directory, secrets: sealed, orders };
    writeSynced(path, JSON.stringify(stored));
  };
  const recent = (now: number) => (stored?.orders[name] ?? []).filter((at) => at > now - hourMs && at <= now);
  return {
    get secrets() {
      return secrets;
    },
    nextOrderAt(now) {
      const times = recent(now);
      return times.length < ordersMax ? now : (times.at(-ordersMax) ?? now) + hourMs;
    },
    noteOrder: (now) => write({ ...stored?.orders, [name]: [...recent(now), now] }),
    keep(kept) {
      secrets = kept;
      write(stored?.orders ?? {});
    },
  };
}

/** Seals it with another key, or with none. What the former key does not open stays as it is. */
export function resealMemory(dataDir: string, from: Vault, to: Vault): void {
  const path = join(dataDir, fileName);
  const stored = read(path);
  if (stored === undefined) return;
  const place = placeOf(stored.name);
  const secrets = unseal(stored.secrets, from, place);
  if (secrets === undefined) return;
  writeSynced(path, JSON.stringify({ ...stored, secrets: to.seal(JSON.stringify(secrets), place) }));
}

function placeOf(name: string): string {
  return `${fileName} ${name}`;
}

/** Replaces the file as a whole: after a power cut it is the old one or the new one. */
function writeSynced(path: string, text: string): void {
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, text, { mode: ownerOnly });
  syncPath(unfinished);
  renameSync(unfinished, path);
  syncPath(dirname(path));
}

function read(path: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Stored;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    // An unreadable memory is worth less than a server that starts.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Undefined if it was sealed with a key that is gone: a new account and a new certificate cost nothing. */
function unseal(kept: StoredSecret | null, vault: Vault, place: string): Secrets | undefined {
  if (kept === null) return undefined;
  try {
    return JSON.parse(vault.open(kept, place)) as Secrets;
  } catch {
    return undefined;
  }
}
