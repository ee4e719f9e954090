import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BuildMetafile } from "bun";
import { version } from "../package.json";
import { bundleDashboard } from "../src/web/serving/bundle.ts";
import { compile, platforms } from "./compile.ts";
import { collectLicenses } from "./licenses.ts";
import { describeContents } from "./sbom.ts";

const columnCharacters = 36;

/** Where a release is made, and what is finished of it: file → SHA-256. */
interface Workshop {
  folder: string;
  scratch: string;
  sums: Map<string, string>;
}

/**
 * Builds a release in `folder`: an executable per platform, their bill of materials, the licenses of everything inside,
 * and `SHA256SUMS` of it all. Reports each platform through `say`. A platform that fails leaves no file and stops no
 * other. @returns the names of the platforms that failed
 */
export async function release(folder: string, wanted = platforms, say = write): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(folder, "unfinished-"));
  const workshop: Workshop = { folder, scratch, sums: new Map() };
  const failed: string[] = [];
  let contents: BuildMetafile | undefined;
  const dashboard = bundleDashboard();
  for (const [index, platform] of wanted.entries()) {
    const file = `waybill-${version}-${platform.name}`;
    say(`${index + 1}/${wanted.length}  ${file}`.padEnd(columnCharacters));
    try {
      const startedMs = performance.now();
      contents = await compile(join(scratch, file), platform, dashboard);
      const bytes = await finish(workshop, file);
      say(`${(bytes / 1e6).toFixed(0)} MB  ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`);
    } catch (error) {
      failed.push(platform.name);
      await rm(join(folder, file), { force: true });
      say(`FAILED: ${reasonOf(error)}\n`);
    }
  }
  if (contents !== undefined) {
    const sbom = JSON.stringify(describeContents(contents), null, 2);
    await writeText(workshop, `waybill-${version}.cdx.json`, `${sbom}\n`);
    await writeText(workshop, `waybill-${version}.licenses.txt`, collectLicenses(contents));
  }
  await writeSums(workshop);
  await rm(scratch, { recursive: true });
  return failed;
}

async function writeText(workshop: Workshop, file: string, text: string): Promise<void> {
  await Bun.write(join(workshop.scratch, file), text);
  await finish(workshop, file);
}

/** As sha256sum writes and reads them. */
async function writeSums({ folder, sums }: Workshop): Promise<void> {
  const lines = [...sums].map(([file, sum]) => `${sum}  ${file}\n`);
  await Bun.write(join(folder, "SHA256SUMS"), lines.join(""));
}

/** A file that stands in the folder is whole. Returns its size. */
async function finish({ folder, scratch, sums }: Workshop, file: string): Promise<number> {
  const content = await readFile(join(scratch, file));
  sums.set(file, new Bun.CryptoHasher("sha256").update(content).digest("hex"));
  await rename(join(scratch, file), join(folder, file));
  return content.length;
}

function write(text: string): void {
  process.stdout.write(text);
}

/** A bundle that fails says why in several errors. */
function reasonOf(error: unknown): string {
  const reasons = error instanceof AggregateError && error.errors.length > 0 ? error.errors : [error];
  return reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join("; ");
}
