import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The program of GridPin, a geocoder of one file: `GRIDPIN`, on the PATH, or where `cargo install` puts it; undefined without it. */
export function findGridPin(): string | undefined {
  const { GRIDPIN, PATH } = process.env;
  return GRIDPIN ?? Bun.which("gridpin", { PATH: `${PATH}:${join(homedir(), ".cargo/bin")}` }) ?? undefined;
}

/** A house that it knows, in Amiens. */
export interface AmiensHouse {
  street: string;
  number: number;
  latitude: number;
  longitude: number;
}

export interface GridPin {
  url: string;
  stop(): Promise<void>;
}

const columns =
  "nom_voie_norm,code_insee,nom_commune_norm,code_postal,numero,rep,lon,lat,nom_voie,nom_commune";

/** As the sheet has the names of streets: without case, accents and punctuation. */
function plainName(street: string): string {
  return street
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[^a-z0-9]+/g, " ");
}

/** Serves these houses with the paths of Nominatim. */
export async function startGridPin(folder: string, houses: readonly AmiensHouse[]): Promise<GridPin> {
  const program = findGridPin();
  if (program === undefined) throw new Error("GridPin is missing");
  mkdirSync(folder, { recursive: true });
  const [rows, meta, sheet] = ["rows.csv", "meta.json", "amiens.bin"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  // A sheet is built from sorted rows.
  const sorted = houses
    .map((house) => ({ ...house, name: plainName(house.street) }))
    .sort((one, other) =>
      one.name < other.name ? -1 : one.name > other.name ? 1 : one.number - other.number,
    );
  const lines = sorted.map(
    ({ name, street, number, latitude, longitude }) =>
      `${name},80021,amiens,80000,${number},,${longitude},${latitude},${street},Amiens`,
  );
  writeFileSync(rows, [columns, ...lines, ""].join("\n"));
  const about = { country: "fr", layer: "addresses", license: "made for a test", source_release: "test" };
  writeFileSync(meta, JSON.stringify(about));
  const built = Bun.spawnSync([program, "build", rows, sheet, "--meta", meta]);
  if (built.exitCode !== 0) throw new Error(`GridPin built no sheet: ${built.stderr}`);
  const server = Bun.spawn([program, "serve", sheet, "--port", "0"], { stdout: "pipe", stderr: "ignore" });
  for await (const text of server.stdout.pipeThrough(new TextDecoderStream())) {
    const [url] = /http:\/\/\S+/.exec(text) ?? [];
    if (url === undefined) continue;
    return {
      url,
      async stop() {
        server.kill();
        await server.exited;
      },
    };
  }
  throw new Error("GridPin ended before it listened");
}
