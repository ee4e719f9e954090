import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeWith } from "../support/guide-code.ts";
import { eventually } from "../support/harness.ts";
import { findLitestream } from "../support/litestream.ts";

/** Litestream beside a server, configured as the guide says. */

export const guide = "standby.md";

/** Where a drill has what the guide names. */
export interface Places extends Record<string, string> {
  /** The data folder. */
  "/var/lib/waybill": string;
  /** The copies, on the standby. */
  "/var/lib/waybill-copies": string;
  /** Settings of the service. */
  "/etc/waybill.env": string;
}

/** Those that a load writes to all the time. */
const busy = ["accounts", "live", "sandbox"];

/** Where the copies go, besides their folder. */
export interface Access {
  hostKey: string;
  keyFile: string;
}

export interface Copying {
  /** Resolves when all that busy databases hold now has been copied. */
  copied(): Promise<void>;
  /** What it has said. */
  said(): Promise<string>;
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** @param folder for its configuration and its log */
export async function startCopying(folder: string, places: Places, access?: Access): Promise<Copying> {
  mkdirSync(folder, { recursive: true });
  const [configuration, log] = [join(folder, "litestream.yml"), join(folder, "log")];
  const text = await codeWith(guide, "# /etc/litestream.yml", places);
  const withKey =
    access === undefined
      ? text.replace(/^ +(key-path|host-key): .*\n/gm, "")
      : text.replace(/(host-key: ).*/g, `$1${access.hostKey}`);
  writeFileSync(configuration, withKey);
  const child = Bun.spawn([String(findLitestream()), "replicate", "-config", configuration], {
    env: { ...process.env, CREDENTIALS_DIRECTORY: dirname(access?.keyFile ?? folder) },
    stdout: Bun.file(log),
    stderr: Bun.file(log),
  });
  const copies = (name: string) => join(places["/var/lib/waybill-copies"], "1", name, "ltx/0");
  return {
    async copied() {
      const now = Date.now();
      const isCopied = (name: string) => newestIn(copies(name)) >= now || undefined;
      for (const name of busy) await eventually(`a copy of ${name}`, () => isCopied(name));
    },
    said: () => Bun.file(log).text(),
    async end(signal) {
      child.kill(signal);
      await child.exited;
    },
  };
}

/**
 * When Litestream began to read the newest of these changes: it dates its files so. A file has another name while it is
 * written, and may be gone once it was listed.
 */
function newestIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const written = readdirSync(folder).filter((name) => !name.endsWith(".tmp"));
  const datesMs = written.map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(0, ...datesMs);
}
