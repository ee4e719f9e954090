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

/** What several programs need. */
const common = "common";
/** What pages of several features need. */
const shared = "shared";
/** What draws maps. */
const map = "map";

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
 * @param programs id → name
 */
export function chunksOf(programs: ReadonlyMap<string, string>, links: Links): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>();
  const loaders = new Map<string, string[]>();
  const loadersOf = (part: string) => loaders.get(part) ?? [];
  for (const [id, starts] of startsOf(programs, links, loaders)) {
    const name = chunkOf(starts, { isAlone: programs.size === 1, loadersOf });
    if (name !== undefined) chunks.set(id, name);
  }
  return chunks;
}

/** The feature whose pages the module holds. */
export function featureOf(id: string): string | undefined {
  return /\/dashboard\/pages\/([\w-]+)\/pages\.ts$/.exec(id)?.[1];
}

interface Surroundings {
  /** Whether there is one program only. */
  isAlone: boolean;
  loadersOf(part: string): readonly string[];
}

function chunkOf(
  { programs, features, parts, others }: Starts,
  { isAlone, loadersOf }: Surroundings,
): string | undefined {
  const [program] = programs;
  if (program !== undefined) {
    // What another program loads later must not bring a whole program with it, which would run.
    const isOwn = (id: string) => isAlone || id.includes(`/web/${program}/`);
    return programs.size === 1 && [...others].flatMap(loadersOf).every(isOwn) ? program : common;
  }
  if (others.size > 0) {
    if (features.size + parts.size > 0) return shared;
    if (![...others].every(isOfMaps)) return undefined;
    return others.size > 1 || [...others].every(isDrawing) ? map : undefined;
  }
  const [feature] = features;
  if (features.size > 1) return shared;
  if (feature === undefined) return parts.size > 1 ? shared : undefined;
  const loaders = [...parts].flatMap(loadersOf);
  return loaders.every((id) => id.includes(`/dashboard/pages/${feature}/`)) ? undefined : shared;
}

const isOfMaps = (id: string) => id.includes("/web/map/");
/** One of the kinds of maps: each is little beside what all of them need. */
const isDrawing = (id: string) => /\/web\/map\/(board|pin|route)-map\.ts$/.test(id);

/** @param loaders gets what loads each module that is loaded when it is needed */
function startsOf(
  programs: ReadonlyMap<string, string>,
  links: Links,
  loaders: Map<string, string[]>,
): Map<string, Starts> {
  const starts = new Map<string, Starts>();
  const walked = new Set<string>();
  const wait: { id: string; note: (starts: Starts) => void }[] = Array.from(programs, ([id, name]) => ({
    id,
    note: (of) => of.programs.add(name),
  }));
  const noteOf = (id: string): ((of: Starts) => void) => {
    const feature = featureOf(id);
    if (feature !== undefined) return (of) => of.features.add(feature);
    return id.includes("/web/dashboard/") ? (of) => of.parts.add(id) : (of) => of.others.add(id);
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
        loaders.set(lazy, [...(loaders.get(lazy) ?? []), id]);
        wait.push({ id: lazy, note: noteOf(lazy) });
      }
    }
  }
  return starts;
}
