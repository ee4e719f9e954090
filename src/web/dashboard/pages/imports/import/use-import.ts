import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ImportView, PatchImport } from "@/delivery/orders/imports/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { get, patch } from "@/web/browser/api.ts";
import { isOvertaken, isProblem } from "@/web/browser/problem.ts";
import { useEnvironment } from "../../../environment.ts";
import { useAction } from "../../../queries.ts";
import { busyEveryMs } from "../words.ts";

/** More rows than anybody corrects by hand: who has more of them changes the file. */
const rowsMax = 100;

/**
 * Changes an import: all its rows are checked again. A check that began or ended since the page read the import makes a
 * new version of it. The change is then sent once more, unless somebody else changed what it replaces.
 */
export function usePatchImport(list: ImportView) {
  const environment = useEnvironment();
  return useAction(
    async (change: PatchImport) => {
      try {
        return await send(list, change, environment);
      } catch (problem) {
        if (!isProblem(problem) || !isOvertaken(problem)) throw problem;
        const now = await readChecked(list, environment);
        if (replaced(now, change) !== replaced(list, change)) throw problem;
        return send(now, change, environment);
      }
    },
    { changes: ["/platform/imports"] },
  );
}

function send({ id, version }: ImportView, change: PatchImport, environment: Environment) {
  return patch(`/platform/imports/${id}`, change, { environment, ifVersion: version });
}

/** The import as soon as its rows are checked: until then its version changes once more. */
async function readChecked({ id }: ImportView, environment: Environment): Promise<ImportView> {
  for (;;) {
    const list = await get(`/platform/imports/${id}`, { environment });
    if (list.status !== "checking") return list;
    await new Promise((resolve) => setTimeout(resolve, busyEveryMs));
  }
}

/** What the change puts something else in place of. */
function replaced({ columns, defaults }: ImportView, change: PatchImport): string {
  return JSON.stringify([change.columns && columns, change.defaults && defaults]);
}

/** The first rows in a state. A reading of an earlier version says nothing of this one. */
export function useRows({ id, version }: ImportView, status: string) {
  const environment = useEnvironment();
  const path = `/platform/imports/${id}/rows` as const;
  const { data } = useQuery({
    queryKey: [path, environment, status, version],
    queryFn: ({ signal }) => get(path, { environment, query: { status, limit: rowsMax }, signal }),
    placeholderData: keepPreviousData,
  });
  return data;
}
