import type { SettingReport } from "../../infra/config.ts";
import { errorCatalog } from "../../infra/error-catalog.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { listTopics } from "./errors.ts";
import { addressOf } from "./guide-page.ts";
import type { Guide } from "./guides.ts";
import { sectionsOf } from "./markdown.ts";
import { isEvent, listChapters, operationAddress } from "./reference.ts";
import { type Entry, wordsOf } from "./search.ts";

/** Everything that the search finds: sections of guides, errors, operations and settings. */
export function searchEntries(
  guides: readonly Guide[],
  routes: readonly RouteEntry[],
  settings: readonly SettingReport[],
): Entry[] {
  const codes = listTopics().flatMap((topic) => topic.codes);
  return [
    ...guides.flatMap(entriesOf),
    ...codes.map((code) => {
      const { status, title, meaning, remedy } = errorCatalog[code];
      return entry(`/docs/errors#${code}`, code, `Error ${status}`, [title, meaning, remedy]);
    }),
    ...listChapters(routes).flatMap(({ places }) =>
      places
        .filter((place) => !isEvent(place))
        .map(({ id, method, path, title }) =>
          entry(operationAddress(id), title, `${method} ${path.replace("/api/v1", "")}`, []),
        ),
    ),
    ...settings.map(({ name, flag, variable, help }) =>
      entry(`/docs/settings#${name}`, variable, `Setting ${flag}`, [help]),
    ),
  ];
}

function entriesOf(guide: Guide): Entry[] {
  const address = addressOf(guide);
  return sectionsOf(guide.text).map(({ id, level, title, text }) =>
    level === 1
      ? entry(address, title, "Guide", [text])
      : entry(`${address}#${id}`, title, guide.title, [text]),
  );
}

/** Words of the title need not be said again. */
function entry(url: string, title: string, within: string, texts: readonly string[]): Entry {
  const known = new Set(wordsOf(`${title} ${within}`));
  return { url, title, within, words: wordsOf(texts.join(" ")).filter((word) => !known.has(word)) };
}
