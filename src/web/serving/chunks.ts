/**
 * Which file of the bundle a module goes into. Few files make few requests: what a program needs at first is one file,
 * what several features of the dashboard need another, and the pages of each feature a third. The bundler gives files
 * of their own to the rest.
 */

/** What is known of the modules; ids are absolute paths. */
export interface Links {
  /** The module and all that comes with it, but for what nobody uses. */
  reachedFrom(id: string): Iterable<string>;
  /** Modules that it loads when they are needed. */
  lazyOf(id: string): readonly string[];
}

/** What the dashboard and another program need. */
const common = "common";
/** What pages of several features need. */
const shared = "shared";
const dashboard = "dashboard";

/** What begins loading modules: a program, the pages of a feature, or a module that is loaded when it is needed. */
interface Starts {
  programs: Set<string>;
  features: Set<string>;
  /** Of the dashboard. */
  parts: Set<string>;
  /** Of no program alone, as maps are. */
  others: Set<string>;
}

/**
 * The name of a file for each module; those that are missing are left to the bundler.
 * @param programs id → name; the dashboard is called that
 */
export function chunksOf(programs: ReadonlyMap<string, string>, links: Links): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>();
  for (const [id, starts] of startsOf(programs, links)) {
    const name = chunkOf(starts);
    if (name !== undefined) chunks.set(id, name);
  }
  return chunks;
}

/** The feature whose pages a file is loaded for: those that the `routes.ts` at its door names. */
export function featureOf(importer: string): string | undefined {
  return /\/dashboard\/pages\/([\w-]+)\/routes\.ts$/.exec(importer)?.[1];
}

function chunkOf({ programs, features, parts, others }: Starts): string | undefined {
  const [program] = programs;
  if (program !== undefined) {
    const isOfDashboard = programs.has(dashboard) || features.size + parts.size > 0;
    if (isOfDashboard && !(programs.size === 1 && programs.has(dashboard))) return common;
    return programs.size === 1 ? program : undefined;
  }
  if (others.size > 0) return undefined;
  const [feature] = features;
  if (features.size > 1) return shared;
  if (feature === undefined) return parts.size > 1 ? shared : undefined;
  const isElsewhere = [...parts].some((part) => !part.includes(`/dashboard/pages/${feature}/`));
  return isElsewhere ? shared : feature;
}

function startsOf(programs: ReadonlyMap<string, string>, links: Links): Map<string, Starts> {
  const starts = new Map<string, Starts>();
  const walked = new Set<string>();
  const wait: { id: string; note: (starts: Starts) => void }[] = Array.from(programs, ([id, name]) => ({
    id,
    note: (of) => of.programs.add(name),
  }));
  const notesOf = (importer: string, id: string) => {
    const feature = featureOf(importer);
    if (feature !== undefined) return (of: Starts) => of.features.add(feature);
    return id.includes("/web/dashboard/")
      ? (of: Starts) => of.parts.add(id)
      : (of: Starts) => of.others.add(id);
  };
  for (let next = wait.pop(); next !== undefined; next = wait.pop()) {
    for (const id of links.reachedFrom(next.id)) {
      const found = starts.get(id) ?? {
        programs: new Set(),
        features: new Set(),
        parts: new Set(),
        others: new Set(),
      };
      starts.set(id, found);
      next.note(found);
      if (walked.has(id)) continue;
      walked.add(id);
      for (const lazy of links.lazyOf(id)) {
        wait.push({ id: lazy, note: notesOf(id, lazy) });
      }
    }
  }
  return starts;
}
