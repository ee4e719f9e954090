import { join } from "node:path";

/** The guide's own configuration and commands: what readers copy is what the drill runs. */

const guide = join(import.meta.dir, "../../src/web/docs/guides/standby.md");

/** What the guide names, and the drill has elsewhere. */
export interface Places {
  /** The data folder, and where it is for systemd. */
  "/var/lib/waybill": string;
  "/var/lib/private": string;
  "/var/lib/private/waybill": string;
  /** The copies, on the standby. */
  "/var/lib/waybill-copies": string;
  /** Where a restore is tried. */
  "/var/lib/waybill-check": string;
  /** Settings of the service. */
  "/etc/waybill.env": string;
  /** How the primary reaches the standby. */
  "sftp://waybill-copies@standby.example.com": string;
}

/** The guide's block of code with this text in it, with the drill's places. */
export async function codeWith(text: string, places: Places): Promise<string> {
  const blocks = (await Bun.file(guide).text()).matchAll(/^```\w+\n([\s\S]*?)^```$/gm);
  const code = [...blocks].map(([, block = ""]) => block).find((block) => block.includes(text));
  if (code === undefined) throw new Error(`the guide has no code with ${text}`);
  // The longest first: a name may begin with another one.
  const names = Object.keys(places).toSorted().toReversed() as (keyof Places)[];
  return code
    .replace(new RegExp(names.join("|"), "g"), (name) => places[name as keyof Places])
    .replaceAll("sudo ", "");
}
