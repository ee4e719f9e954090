/**
 * `bun build.ts` makes `dist/waybill` for this machine and tries it out; `bun build.ts --all` makes what is
 * published, for every platform. Ends with exit code 1 where some of that fails.
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
} else if (option === "--all" && rest.length === 0) {
  const failed = await release(folder);
  if (failed.length > 0) {
    console.error(`Not made: ${failed.join(", ")}`);
    process.exit(1);
  }
} else {
  console.error("usage: bun build.ts [--all]");
  process.exit(2);
}
