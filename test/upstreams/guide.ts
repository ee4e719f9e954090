import { deepStrictEqual } from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform } from "../support/fixtures.ts";
import { commandsIn, runGuide } from "../support/guide-code.ts";
import { own } from "./connections.ts";
import type { Scene } from "./scene.ts";

/** Who has Karrio follows the guide: every command that it shows runs as it stands, in one shell. */

const guide = readFileSync(join(import.meta.dir, "../../src/web/docs/guides/keep-karrio.md"), "utf8");

export async function followsGuide({ karrio, live, shell }: Scene): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "waybill-keep-karrio-"));
  try {
    const places = {
      KARRIO_URL: karrio.url,
      KARRIO_KEY: karrio.liveKey,
      CONNECTION: own,
      WAYBILL_URL: shell.url,
      WAYBILL_API_KEY: shell.key,
    };
    const exports = Object.entries(places).map(([name, value]) => `export ${name}=${value}`);
    const said = await runGuide(folder, [...exports, ...commandsIn(guide, "bash")].join("\n"));
    const lines = said.trim().split("\n");
    deepStrictEqual(
      lines.filter((line) => line.startsWith("false\t")),
      [],
    );
    // The connection, a purchase with its number, and the pause.
    const shown = [`${own}\tgeneric\tfalse`, "\tcreated\t", "paused"];
    deepStrictEqual(
      shown.filter((part) => !said.includes(part)),
      [],
      said,
    );
    deepStrictEqual(readFileSync(join(folder, "label.pdf")).subarray(0, 5).toString(), "%PDF-");
    return await goesOn(live, lines.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Paused, the carrier still has its parcel, and gets no other. */
async function goesOn(live: Scene["live"], lines: number): Promise<string> {
  const { body } = await live.get(`${platform}/carriers`);
  const carrier = body.data.find(({ code }: { code: string }) => code === "parcels");
  deepStrictEqual(carrier?.status, "paused");
  const removed = await live.delete(`${platform}/carriers/${carrier.id}`);
  deepStrictEqual([removed.status, removed.body.code], [409, "carrier_in_use"]);
  return `${lines} lines, label and purchase found, paused with its parcel`;
}
