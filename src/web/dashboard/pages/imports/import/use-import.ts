import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { patch } from "@/web/browser/api.ts";
import { useEnvironment } from "../../../environment.ts";
import { useAction, useRead } from "../../../queries.ts";

/** More rows than anybody corrects by hand: who has more of them changes the file. */
const rowsMax = 100;

/** Changes an import: all its rows are checked again. */
export function usePatchImport({ id, version }: ImportView) {
  const environment = useEnvironment();
  const path = `/platform/imports/${id}` as const;
  return useAction(
    (change: Parameters<typeof patch<typeof path>>[1]) =>
      patch(path, change, { environment, ifVersion: version }),
    { changes: ["/platform/imports"] },
  );
}

/** The first rows in a state. */
export function useRows({ id }: ImportView, status: string) {
  const environment = useEnvironment();
  const { data } = useRead(`/platform/imports/${id}/rows`, {
    environment,
    query: { status, limit: rowsMax },
  });
  return data;
}
