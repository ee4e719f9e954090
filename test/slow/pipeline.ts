import { expect } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { version } from "../../package.json";
import { platforms } from "../../tools/compile.ts";
import { clientPackage, launcherPackage, platformPackage } from "../../tools/packages/npm.ts";
import { tarball } from "../../tools/packages/tarball.ts";
import { pluginWheel, serverWheel } from "../../tools/packages/wheel.ts";
import type { Finished } from "../support/child.ts";
import { executable } from "./executable.ts";
import { type PackageRegistry, packInstalled, startPackageRegistry } from "./package-registry.ts";
import { firstTest, offline, own, run } from "./packed.ts";

/** What tests of pipelines share: a registry with all packages, and projects that install from it. */

/** Of this repository's packages. */
export const modules = join(import.meta.dir, "../../node_modules");

/** A registry with the packages of this version. They carry a script in the executable's place, which starts it. */
export async function publishAll(): Promise<PackageRegistry> {
  return startPackageRegistry(await packAll());
}

async function packAll(): Promise<Record<string, Uint8Array>> {
  const contents = { executable: Buffer.from(standIn), licenses: "All licenses\n" };
  const files: [string, Uint8Array][] = [];
  for (const platform of platforms) {
    const packed = await platformPackage(platform, contents);
    const { name } = platform.npm;
    files.push([`${name}-${older}.tgz`, await asOlder(packed)], [`${name}-${version}.tgz`, packed]);
  }
  const launcher = await launcherPackage(platforms);
  files.push([`waybill-${older}.tgz`, await asOlder(launcher)], [`waybill-${version}.tgz`, launcher]);
  files.push([`waybill-client-${version}.tgz`, await clientPackage()]);
  for (const name of ["eventsource-parser", "standardwebhooks"])
    files.push(...(await packInstalled(modules, name)));
  for (const platform of own) {
    const { name, data } = await serverWheel(platform, contents);
    files.push([name, data]);
  }
  const { name, data } = await pluginWheel();
  return Object.fromEntries([...files, [name, data]]);
}

const standIn = `#!/bin/sh
if [ "$1" = --version ]; then echo "${version}"; exit; fi
exec '${executable}' "$@"
`;
/** A release before this one, of the packages of npm. */
export const older = "0.0.9";

/** What a release before this one had published. */
async function asOlder(archive: Uint8Array): Promise<Uint8Array> {
  const entries = await unpackTar(Bun.gunzipSync(new Uint8Array(archive)));
  return tarball(
    entries.map(({ header: { name, mode = 0o644 }, data = new Uint8Array() }) => ({
      name,
      mode,
      data: new TextDecoder().decode(data).replaceAll(`"${version}"`, `"${older}"`),
    })),
  );
}

/** A project, and the environment of its commands. */
export interface Pipeline {
  cwd: string;
  env: Record<string, string>;
}

let count = 0;
/** An empty project in a folder with a blank, with a home of its own. */
export function begin(folder: string, registry: PackageRegistry, name: string): Pipeline {
  count += 1;
  const base = registry.npm;
  const cwd = join(folder, `${count} ${name}`, "shop");
  const home = join(folder, `${count} ${name}`, "home");
  for (const each of [cwd, home]) mkdirSync(each, { recursive: true });
  writeFileSync(join(cwd, "package.json"), '{"private": true}\n');
  writeFileSync(join(cwd, "first.test.mjs"), firstTest);
  const env = {
    HOME: home,
    npm_config_registry: base,
    npm_config_update_notifier: "false",
    YARN_REGISTRY: base,
    YARN_NPM_REGISTRY_SERVER: base,
    YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
    YARN_ENABLE_TELEMETRY: "0",
    PIP_INDEX_URL: registry.simple,
    // Where this machine has pytest beside Python's own packages.
    ...(process.env.PYTHONPATH && { PYTHONPATH: process.env.PYTHONPATH }),
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  };
  return { cwd, env };
}

/** Runs a command of the pipeline with the network, and expects that it ends well. */
export async function step(pipeline: Pipeline, ...command: string[]): Promise<Finished> {
  const ran = await run(command, pipeline);
  expect({ ...ran, command: command.join(" ") }).toMatchObject({ exitCode: 0 });
  return ran;
}

export const firstTestCommand = ["node", "--test"];

/** The first test, without any network. */
export async function expectGreen(pipeline: Pipeline, command = firstTestCommand) {
  const ran = await offline(command, pipeline);
  expect(ran).toMatchObject({ exitCode: 0 });
  expect(ran.stdout + ran.stderr).toMatch(/pass 1|1 pass/);
}
