import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { version } from "../../package.json";
import { type Platform, platforms } from "../compile.ts";
import { imageArchive } from "./image.ts";
import { type Contents, clientPackage, launcherPackage, platformPackage } from "./npm.ts";
import { sha256 } from "./tarball.ts";
import { pluginWheel, serverWheel } from "./wheel.ts";

/**
 * Writes what npm, PyPI and registries of images publish, with `SHA256SUMS`, from the release in `from` into the folder
 * `into`, which it empties. The same release gives the same bytes.
 * @throws Error with what is missing
 */
export async function packages(
  from: string,
  into: string,
  wanted: readonly Platform[] = platforms,
): Promise<string[]> {
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const sums: string[] = [];
  const write = async (name: string, data: Uint8Array) => {
    await Bun.write(join(into, name), data);
    sums.push(`${sha256(data)}  ${name}\n`);
  };
  const licenses = await readFile(join(from, `waybill-${version}.licenses.txt`), "utf8");
  const executables: [Platform, Contents][] = [];
  for (const platform of wanted) {
    const executable = await readFile(join(from, `waybill-${version}-${platform.name}`));
    const contents = { executable, licenses };
    executables.push([platform, contents]);
    await write(`${platform.npm.name}-${version}.tgz`, await platformPackage(platform, contents));
    const wheel = await serverWheel(platform, contents);
    await write(wheel.name, wheel.data);
  }
  await write(`waybill-${version}.tgz`, await launcherPackage(platforms));
  await write(`waybill-client-${version}.tgz`, await clientPackage());
  const plugin = await pluginWheel();
  await write(plugin.name, plugin.data);
  await write(`waybill-${version}.oci.tar`, await imageArchive(executables));
  await Bun.write(join(into, "SHA256SUMS"), sums.join(""));
  return sums.map((line) => line.trimEnd());
}
