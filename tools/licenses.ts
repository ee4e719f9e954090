/** The full licenses of everything inside the executable: most of them must accompany every copy. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildMetafile } from "bun";
import { foldersInside, licenseOf, readPackage } from "./sbom.ts";

const root = import.meta.dirname;
const licenseFile = /^(licen[cs]e|copying|notice)([-_]\w+)?(\.(md|txt|apache))?$/i;
const rule = "=".repeat(78);

/** Bun is no package of ours; its terms are those of <https://bun.com/docs/project/license>. */
const bunTerms = `Bun ${Bun.version} (MIT), <https://github.com/oven-sh/bun>

Bun links JavaScriptCore and WebKit statically, which are under the GNU Library General Public License 2:
<https://github.com/oven-sh/webkit>. What else it links, with its licenses: <https://bun.com/docs/project/license>.`;
const sqliteTerms =
  "SQLite, <https://sqlite.org/copyright.html>\n\nIts authors have dedicated it to the public domain.";

/** One text: Waybill's own license and notices, then those of each package. */
export function collectLicenses(metafile: BuildMetafile): string {
  const own = ["LICENSE", "NOTICE"].map((file) => readFileSync(join(root, "..", file), "utf8").trim());
  const packages = [...new Set(foldersInside(metafile))].map(termsOf);
  return `${[...own, bunTerms, sqliteTerms, ...packages.sort()].join(`\n\n${rule}\n\n`)}\n`;
}

function termsOf(folder: string): string {
  const { name, version } = readPackage(folder);
  const texts = readdirSync(folder)
    .filter((file) => licenseFile.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  const title = `${name} ${version} (${licenseOf(folder)})`;
  const found =
    texts.length > 0 ? texts : [`Its package has no text of it: <https://www.npmjs.com/package/${name}>`];
  return [title, ...found].join("\n\n");
}
