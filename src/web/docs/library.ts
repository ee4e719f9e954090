import type { Deps } from "../../infra/deps.ts";
import { AppError, type ErrorCode } from "../../infra/errors.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { once } from "../../infra/waiting/turns.ts";
import { errorsPage } from "./errors-page.ts";
import { dayOf } from "./example-time.ts";
import { addressOf, guidePage } from "./guide-page.ts";
import { drawings, type Guide, movedHeadings, readGuides } from "./guides.ts";
import { landingPage } from "./landing-page.ts";
import { llmsText } from "./llms.ts";
import { sectionsOf } from "./markdown.ts";
import { type PackedPage, packedPage } from "./page-answer.ts";
import { listChapters } from "./reference.ts";
import { referencePage } from "./reference-page.ts";
import type { SearchIndex } from "./search-index.ts";
import { settingsPage } from "./settings-page.ts";

/** The pages that the server writes, each made when somebody first asks for it. */
export function createLibrary(deps: Deps, entries: () => readonly RouteEntry[]) {
  const guides = once(() => readGuides(deps.publicUrl()));
  const chapters = once(() => listChapters(entries()));
  const pages = new Map<string, Promise<PackedPage>>();
  // Their examples are of a day.
  let operations = { day: 0, pages: new Map<string, PackedPage>() };
  const find = async (name: string): Promise<Guide> => {
    const guide = (await guides()).find((entry) => entry.name === name);
    if (!guide) throw new AppError("path_not_found");
    return guide;
  };
  return {
    /** The file of a drawing that guides show. */
    drawing: (name: string): string | undefined =>
      Object.hasOwn(drawings, name) ? drawings[name] : undefined,
    reference: once(async () => packedPage(await referencePage(chapters()))),
    /** @throws AppError path_not_found */
    async operation(id: string): Promise<PackedPage> {
      const day = dayOf(deps.realClock.now());
      if (operations.day !== day) operations = { day, pages: new Map() };
      const made = operations.pages;
      const known = made.get(id);
      if (known) return known;
      const chapter = chapters().find(({ places }) => places.some((place) => place.id === id));
      const place = chapter?.places.find((each) => each.id === id);
      if (!chapter || !place) throw new AppError("path_not_found");
      const [{ createExcerpt }, { operationPage }] = await Promise.all([
        import("./document.ts"),
        import("./operation-page.ts"),
      ]);
      const excerpt = createExcerpt(entries(), deps.eventDefinition, day, id);
      if (!excerpt) throw new AppError("path_not_found");
      const publicUrl = deps.publicUrl();
      const page = await packedPage(
        await operationPage({ chapters: chapters(), chapter, place, excerpt, publicUrl }),
      );
      made.set(id, page);
      return page;
    },
    landing: once(async () => packedPage(await landingPage(await guides()))),
    errors: once(async () => {
      const { entriesByProblem } = await import("./problems.ts");
      const byCode = entriesByProblem(entries().filter(({ operation }) => !operation.page));
      const places = new Map(
        chapters().flatMap((chapter) => chapter.places.map((place) => [place.id, place])),
      );
      const placesOf = (code: ErrorCode) =>
        (byCode.get(code) ?? []).flatMap(({ operation }) => places.get(operation.operationId) ?? []);
      return packedPage(await errorsPage(deps.publicUrl(), placesOf));
    }),
    settings: once(async () => packedPage(await settingsPage(deps.config.reports))),
    llms: once(async () => llmsText(await guides(), deps.publicUrl())),
    allMarkdown: once(async () => (await guides()).map(({ text }) => text).join("\n")),
    search: once(async (): Promise<SearchIndex> => {
      const [{ searchEntries }, { searchIndex }] = await Promise.all([
        import("./search-entries.ts"),
        import("./search-index.ts"),
      ]);
      return searchIndex(searchEntries(await guides(), entries(), deps.config.reports));
    }),
    /** @throws AppError path_not_found */
    async guide(name: string): Promise<PackedPage> {
      const guide = await find(name);
      const known = pages.get(name) ?? guidePage(await guides(), guide).then(packedPage);
      pages.set(name, known);
      return known;
    },
    /** @throws AppError path_not_found */
    async markdown(name: string): Promise<string> {
      return (await find(name)).text;
    },
    /** Where the text stands that had this anchor when all guides were one page; the landing page if nowhere. */
    async addressOfHeading(heading: string): Promise<string> {
      const named = (await guides()).flatMap((guide) =>
        sectionsOf(guide.text)
          .filter(({ id, title }) => [id, slugOf(title)].includes(heading))
          .map(({ id, level }) => ({
            level,
            address: level === 1 ? addressOf(guide) : `${addressOf(guide)}#${id}`,
          })),
      );
      const [best] = named.toSorted((one, other) => one.level - other.level);
      const moved = Object.hasOwn(movedHeadings, heading) ? movedHeadings[heading] : undefined;
      return best?.address ?? moved ?? "/docs";
    },
  };
}

/** As the anchors were made. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}
