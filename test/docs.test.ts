import { describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { version } from "../package.json";
import { createProgram } from "../src/cli/program.ts";
import { settingRows, withTables } from "../tools/operating-tables.ts";
import { finish } from "./support/child.ts";
import { startServer } from "./support/harness.ts";

/** What the pages for people name is there: files, links, commands, flags, settings, operations. */

const root = join(import.meta.dir, "..");
const pages = ["README.md", "docs/operating.md", "CONTRIBUTING.md", "SECURITY.md"];
const readmeLinesMax = 150;
/** Folders at the root whose files are named in code spans. */
const folders = "src|docs|test|tools|deploy|client|migrations|\\.github|\\.ci";

const textOf = (page: string) => readFileSync(join(root, page), "utf8");
const program = await createProgram();

/** Blocks of code in the language, without their fences. */
function blocksOf(page: string, language: string): string[] {
  return [...textOf(page).matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, found]) => found === language)
    .map(([, , block]) => block ?? "");
}

/** Code in a line of text. */
function spansOf(page: string): string[] {
  const prose = textOf(page).replace(/^```.*?^```$/gms, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? "");
}

describe.each(pages)("%s", (page) => {
  test("links to files and headings that exist", () => {
    const links = [...textOf(page).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? "");
    const inside = links.filter((link) => !/^https?:/.test(link));
    expect(inside.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  test("names files that exist", () => {
    const named = spansOf(page).flatMap((span) => span.match(new RegExp(`^(?:${folders})/[\\w./-]+`)) ?? []);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("names scripts of package.json", async () => {
    const { scripts } = await Bun.file(join(root, "package.json")).json();
    const named = [...textOf(page).matchAll(/\b(?:npm|bun) run (?:-s )?([a-z:-]+)(?![\w/])/g)];
    expect(named.map(([, name]) => name).filter((name) => !(name && name in scripts))).toEqual([]);
  });

  test("names environment variables that Waybill reads", () => {
    const known = [...settingRows().flatMap(({ variables }) => variables), "WAYBILL_URL", "WAYBILL_API_KEY"];
    const named = textOf(page).match(/\bWAYBILL_[A-Z][A-Z\d_]*/g) ?? [];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("names commands and flags that exist", () => {
    const lines = blocksOf(page, "sh").flatMap((block) => block.replaceAll("\\\n", " ").split("\n"));
    expect([...lines, ...spansOf(page)].flatMap(unknownIn)).toEqual([]);
  });
});

test("the guides name commands and flags that exist", () => {
  const guides = [...new Bun.Glob("src/web/docs/guides/*.md").scanSync(root)];
  expect(guides.length).toBeGreaterThan(20);
  const lines = guides
    .flatMap((guide) => [...blocksOf(guide, "sh"), ...blocksOf(guide, "bash")])
    .flatMap((block) => block.replaceAll("\\\n", " ").split("\n"));
  // Units of systemd have names like commands.
  expect(lines.filter((line) => !line.includes("systemctl")).flatMap(unknownIn)).toEqual([]);
});

/** Whether a link leads to a file, and to a heading if it names one. */
function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, file))) return false;
  const headings = [...(anchor === undefined ? "" : textOf(file)).matchAll(/^#+ (.+)$/gm)];
  return anchor === undefined || headings.some(([, heading]) => slugOf(heading ?? "") === anchor);
}

/** The anchor that GitHub gives a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

/** Commands and flags in a line that Waybill does not know. */
function unknownIn(line: string): string[] {
  if (line.startsWith("--")) return flagsIn(line).filter((flag) => !allFlags().includes(flag));
  const [, call] = /(?:^|[ /])waybill (?:-- )?([a-z].*)/.exec(line.replace(/ {2,}#.*$/, "")) ?? [];
  if (call === undefined) return [];
  let command = program;
  for (const word of call.split(" ")) {
    const next = command.commands.find((entry) => entry.name() === word);
    if (next === undefined) break;
    command = next;
  }
  if (command === program) return [`waybill ${call}`];
  const known = command.options.map(({ long }) => long);
  return flagsIn(call).filter((flag) => flag !== "--help" && !known.includes(flag));
}

function flagsIn(text: string): string[] {
  return text.match(/(?<![\w-])--[a-z][a-z\d-]*/g) ?? [];
}

function allFlags(command = program): string[] {
  const own = command.options.flatMap(({ long }) => long ?? []);
  return ["--help", ...own, ...command.commands.flatMap((entry) => allFlags(entry))];
}

describe("README", () => {
  test(`has at most ${readmeLinesMax} lines`, () => {
    expect(textOf("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(readmeLinesMax);
  });

  test("has a tour that runs as written, from sign-up to the delivery", async () => {
    const server = await startServer({ config: { simulationSpeed: "instant" } });
    const folder = mkdtempSync(join(tmpdir(), "waybill-tour-"));
    try {
      const script = blocksOf("README.md", "sh")
        .filter((block) => block.includes("curl"))
        .join("")
        .replaceAll("http://127.0.0.1:8080", server.url)
        .replaceAll("/tmp/waybill-cookies", join(folder, "cookies"))
        .replaceAll("curl -s", "curl --fail-with-body -s");
      const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", script], { stdout: "pipe", stderr: "pipe" });
      const { exitCode, stdout, stderr } = await finish(child);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^event: status\ndata: .*"status":"delivered"/m);
      expect(stdout).toContain('"secret":"whsec_');
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

test("CONTRIBUTING names tests that exist", () => {
  const text = textOf("CONTRIBUTING.md").replaceAll(/\s+/g, " ");
  const named = [...text.matchAll(/`(test\/[\w./-]+\.test\.ts)` \(([^`]*)\)/g)].flatMap(
    ([, file = "", names = ""]) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ file, name }) => !textOf(file).includes(`"${name}"`))).toEqual([]);
});

describe("docs/operating.md", () => {
  test("has the tables of settings and exit codes that the sources have", () => {
    expect(withTables(textOf("docs/operating.md"))).toBe(textOf("docs/operating.md"));
  });

  test("names the files of this version", () => {
    const named = [...textOf("docs/operating.md").matchAll(/waybill-(\d+\.\d+\.\d+)/g)].map(
      ([, found]) => found,
    );
    expect(new Set(named)).toEqual(new Set([version]));
  });
});

test("the changelog names operations of the API", () => {
  const lines = textOf("test/golden/openapi.txt").split("\n");
  const named = [...textOf("CHANGELOG.md").matchAll(/`(GET|POST|PATCH|DELETE) (\/[^`?]+)`/g)];
  expect(named.length).toBeGreaterThan(4);
  const isThere = (method = "", path = "") =>
    lines.some((line) => line.startsWith(`${method} /api/v1${path} `));
  expect(named.filter(([, method, path]) => !isThere(method, path)).map(([whole]) => whole)).toEqual([]);
});

describe("the workflows", () => {
  const workflows = [...new Bun.Glob(".github/workflows/*.yml").scanSync({ cwd: root, dot: true })];

  test.each(workflows)("%s pins actions by their major version", (file) => {
    const uses = [...textOf(file).matchAll(/uses: (?!\.\/)(.+)/g)].map(([, action]) => action ?? "");
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@(release\/)?v\d+$/.test(action))).toEqual([]);
    expect(Bun.YAML.parse(textOf(file))).toHaveProperty("jobs");
  });

  test("run the scripts that everybody runs", () => {
    expect(textOf(".github/workflows/ci.yml")).toContain("- run: .ci/run\n");
    expect(textOf(".github/workflows/release.yml")).toContain("- run: npm run build -- --packages\n");
  });
});
