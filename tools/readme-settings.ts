/** `bun run tools/readme-settings.ts` writes the settings of `src/config.ts` into README's table. */
import { settingRows } from "../src/config.ts";

const begin = "<!-- settings: made by tools/readme-settings.ts -->";
const end = "<!-- end of settings -->";

/** README with its table of settings as it should be. */
export function withSettings(readme: string): string {
  const rows = settingRows().map(
    ({ flag, variable, standard, help }) =>
      `| \`${flag.replaceAll("|", "\\|")}\` | \`${variable}\` | ${standard} | ${help} |`,
  );
  const table = ["| Flag | Variable | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
  const [before, rest] = readme.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error("README has no place for the settings");
  return `${before}${begin}\n${table}\n${end}${after}`;
}

if (import.meta.main) {
  const path = new URL("../README.md", import.meta.url);
  await Bun.write(path, withSettings(await Bun.file(path).text()));
}
