import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Finds values in the files of a data folder, byte by byte: what is deleted must not stand in any of them. */

/**
 * The content of a file that this process may have open as a database. Another process reads it: a process that closes a file
 * gives up all its locks on it (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_),
 * and then a command on the same data folder shortens what SQLite has mapped here.
 */
export function readApart(path: string): Buffer {
  const { stdout, exitCode } = Bun.spawnSync(["cat", path], { stderr: "inherit" });
  if (exitCode !== 0) throw new Error(`cat ${path} exited with ${exitCode}`);
  return stdout;
}

/** `file: value` for each of these ASCII values that a file of the folder holds, in any letter case. */
export function valuesInFiles(folder: string, values: readonly string[]): string[] {
  return filesIn(folder).flatMap((name) => {
    // Node's addon is code, and not written by the server.
    if (name.endsWith(".node")) return [];
    const content = readApart(join(folder, name)).toString("latin1").toLowerCase();
    return values
      .filter((value) => content.includes(value.toLowerCase()))
      .map((value) => `${name}: ${value}`);
  });
}

/** What of the pattern, in lower case, any file of the folder holds. `pattern` is global. */
export function foundInFiles(folder: string, pattern: RegExp): Set<string> {
  const contents = filesIn(folder)
    .filter((name) => !name.endsWith(".node"))
    .map((name) => readApart(join(folder, name)).toString("latin1"));
  return new Set(
    contents.flatMap((content) => content.match(pattern) ?? []).map((text) => text.toLowerCase()),
  );
}

/** A text without tokens and hashes: one of some thousands holds any word of three letters by itself. */
export function withoutTokens(text = ""): string {
  return text.replaceAll(/[\w-]{43}/g, "");
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

/** A shipment whose texts about people can be told from all others; `values` are what to look for. */
export function markedShipment(mark: string) {
  const values = ["name", "company", "line", "extra", "note", "ref", "meta", "goods"].map(
    (what) => `${what}${mark}`,
  );
  const [name, company, line1, line2, instructions, reference, meta, description] = values;
  const phone = `+4930${[...mark].map((letter) => letter.charCodeAt(0) % 10).join("")}`;
  const email = `mail${mark}@example.com`;
  const address = { line1, line2, city: "Berlin", postal_code: "10997", country: "DE" };
  return {
    values: [...values, phone, email],
    body: {
      reference,
      metadata: { about: meta },
      delivery: { contact: { name, company, phone, email }, address, instructions },
      parcels: [{ description, weight_grams: 1200 }],
    },
  };
}
