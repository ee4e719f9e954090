/**
 * `bun build.ts` makes `dist/waybill` for this machine and tries it out; `bun build.ts --all` makes the executable for
 * every platform; `bun build.ts --packages` makes these and, in `dist/packages`, what npm, PyPI and registries of images
 * publish. Ends with exit code 1 where some of that fails.
 */
import { join } from "node:path";
import { compile } from "./tools/compile.ts";
import { release } from "./tools/release.ts";
import { tryOut } from "./tools/try-out.ts";

const folder = join(import.meta.dir, "dist");
const executable = join(folder, "waybill");
const [option, ...rest] = process.argv.slice(2);

if (option === undefined) {
  console.log("Compiling dist/waybill");
  await compile(executable);
  console.log("Running it in an empty folder");
  await tryOut(executable);
  console.log(`Done: ${(Bun.file(executable).size / 1e6).toFixed(0)} MB`);
} else if ((option === "--all" || option === "--packages") && rest.length === 0) {
  const failed = await release(folder);
  if (failed.length > 0) {
    console.error(`Not made: ${failed.join(", ")}`);
    process.exit(1);
  }
  if (option === "--packages") {
    const { packages } = await import("./tools/packages/packages.ts");
    for (const line of await packages(folder, join(folder, "packages"))) console.log(line);
  }
} else {
  console.error("usage: bun build.ts [--all | --packages]");
  process.exit(2);
}
