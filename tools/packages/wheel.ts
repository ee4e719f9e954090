/** Wheels, <https://packaging.python.org/en/latest/specifications/binary-distribution-format/>. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { version } from "../../package.json";
import type { Platform } from "../compile.ts";
import type { Contents } from "./npm.ts";
import { packedAt } from "./tarball.ts";

const clients = join(import.meta.dir, "../../clients");
const license = readFileSync(join(import.meta.dir, "../../LICENSE"));
/** Bits of a regular file. */
const regularFile = 0o100000;

interface WheelFile {
  name: string;
  data: Uint8Array | string;
  mode?: number;
}

interface Wheel {
  project: Project;
  /** As in `py3-none-any`. */
  tag: string;
  readme: string;
  files: WheelFile[];
}

interface Project {
  name: string;
  description: string;
  "requires-python": string;
  dependencies?: string[];
  classifiers?: string[];
  "entry-points"?: Record<string, Record<string, string>>;
}

/** The executable for one platform. pip puts it beside the environment's other commands. */
export function serverWheel({ wheel, npm }: Platform, { executable, licenses }: Contents) {
  const folder = join(clients, "python-server");
  const project = {
    name: "waybill-server",
    description: "The executable of Waybill, a delivery platform with a sandbox of simulated carriers.",
    "requires-python": ">=3.9",
  };
  const command = npm.os === "win32" ? "waybill.exe" : "waybill";
  return pack({
    project,
    tag: `py3-none-${wheel}`,
    readme: readFileSync(join(folder, "README.md"), "utf8"),
    files: [
      ...["__init__.py", "__main__.py"].map((file) => ({
        name: `waybill_server/${file}`,
        data: readFileSync(join(folder, "waybill_server", file)),
      })),
      { name: "waybill_server/LICENSES.txt", data: licenses },
      { name: `waybill_server-${version}.data/scripts/${command}`, data: executable, mode: 0o755 },
    ],
  });
}

/** The plugin, which needs the executable. */
export function pluginWheel() {
  const folder = join(clients, "python");
  const { project } = Bun.TOML.parse(readFileSync(join(folder, "pyproject.toml"), "utf8")) as {
    project: Project;
  };
  return pack({
    project,
    tag: "py3-none-any",
    readme: readFileSync(join(folder, "README.md"), "utf8"),
    files: ["pytest_waybill.py", "pytest_waybill_report.py"].map((name) => ({
      name,
      data: readFileSync(join(folder, name)),
    })),
  });
}

/** A wheel: its name, and its bytes. */
async function pack({ project, tag, readme, files }: Wheel): Promise<{ name: string; data: Uint8Array }> {
  const distribution = `${project.name.replaceAll("-", "_")}-${version}`;
  const info = `${distribution}.dist-info`;
  const points = Object.entries(project["entry-points"] ?? {}).map(
    ([group, names]) =>
      `[${group}]\n${Object.entries(names)
        .map(([name, target]) => `${name} = ${target}\n`)
        .join("")}`,
  );
  const all: WheelFile[] = [
    ...files,
    { name: `${info}/METADATA`, data: metadata(project, readme) },
    {
      name: `${info}/WHEEL`,
      data: `Wheel-Version: 1.0\nGenerator: waybill\nRoot-Is-Purelib: ${tag.endsWith("-any")}\n${tagsOf(tag)}`,
    },
    { name: `${info}/licenses/LICENSE`, data: license },
    ...(points.length > 0 ? [{ name: `${info}/entry_points.txt`, data: points.join("\n") }] : []),
  ];
  const record = [...all.map(recordOf), `${info}/RECORD,,`].join("\n");
  const archive = new ZipFile();
  for (const { name, data, mode = 0o644 } of [...all, { name: `${info}/RECORD`, data: `${record}\n` }])
    archive.addBuffer(Buffer.from(bytesOf(data)), name, {
      mtime: packedAt,
      mode: regularFile | mode,
      forceDosTimestamp: true,
    });
  archive.end();
  return { name: `${distribution}-${tag}.whl`, data: await buffer(archive.outputStream) };
}

function metadata(project: Project, readme: string): string {
  const lines = [
    "Metadata-Version: 2.4",
    `Name: ${project.name}`,
    `Version: ${version}`,
    `Summary: ${project.description}`,
    "License-Expression: MIT",
    "License-File: LICENSE",
    `Requires-Python: ${project["requires-python"]}`,
    ...(project.dependencies ?? []).map((name) => `Requires-Dist: ${name}`),
    ...(project.classifiers ?? []).map((name) => `Classifier: ${name}`),
    "Description-Content-Type: text/markdown",
  ];
  return `${lines.join("\n")}\n\n${readme}`;
}

/** `py3-none-manylinux_2_34_x86_64.linux_x86_64` are two tags. */
function tagsOf(tag: string): string {
  const [python, abi, platforms = ""] = tag.split("-");
  return platforms
    .split(".")
    .map((platform) => `Tag: ${python}-${abi}-${platform}\n`)
    .join("");
}

function recordOf({ name, data }: WheelFile): string {
  const bytes = bytesOf(data);
  const digest = new Bun.CryptoHasher("sha256").update(bytes).digest("base64url");
  return `${name},sha256=${digest},${bytes.length}`;
}

function bytesOf(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}
