import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { executable } from "../slow/executable.ts";
import { finish } from "./child.ts";

/** A guide's own configuration and commands: what readers copy is what a test runs. */

const guides = join(import.meta.dir, "../../src/web/docs/guides");

/** Guides whose commands run as a whole, in `test/web/docs/guide-code.test.ts`. */
export const wholeGuides = [
  "shipment-life",
  "quotes",
  "tracking",
  "testing",
  "testing-time",
  "testing-drivers",
  "testing-in-ci",
  "going-live",
  "recipients",
  "recipient-mails",
  "statements",
];

/** The blocks of commands in a guide's text, of both kinds or of one. */
export function commandsIn(text: string, kind = "(?:bash|sh)"): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, code = ""]) => code,
  );
}

/** Paths and addresses of the guide, with what a test has instead of them. */
export type Places = Record<string, string>;

/** The guide's block of code with this text in it, with the test's places, for the test's own user. */
export async function codeWith(guide: string, text: string, places: Places): Promise<string> {
  const blocks = (await Bun.file(join(guides, guide)).text()).matchAll(/^```\w+\n([\s\S]*?)^```$/gm);
  const code = [...blocks].map(([, block = ""]) => block).find((block) => block.includes(text));
  if (code === undefined) throw new Error(`${guide} has no code with ${text}`);
  // The longest first: a name may begin with another one.
  const names = Object.keys(places).toSorted().toReversed();
  const placed =
    names.length === 0
      ? code
      : code.replace(new RegExp(names.join("|"), "g"), (name) => String(places[name]));
  return placed.replaceAll("sudo ", "");
}

/**
 * Runs a guide's commands with the executable on the path. The server is not systemd's, so commands to systemd are left
 * out. @param programs other executables, which the path has too. @returns what they said
 * @throws Error with what they said if one fails
 */
export async function runGuide(folder: string, commands: string, programs: string[] = []): Promise<string> {
  const own = join(folder, "bin");
  mkdirSync(own, { recursive: true });
  if (!(await Bun.file(join(own, "waybill")).exists())) symlinkSync(executable, join(own, "waybill"));
  const path = [own, ...programs.map((program) => dirname(program)), process.env.PATH].join(delimiter);
  const shell = Bun.spawn(["bash", "-euo", "pipefail", "-c", commands.replace(/^systemctl .*\n/gm, "")], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    stdout: "pipe",
    stderr: "pipe",
  });
  const { exitCode, stdout, stderr } = await finish(shell);
  if (exitCode !== 0) throw new Error(`${commands}\n${stdout}${stderr}`);
  return stdout;
}
