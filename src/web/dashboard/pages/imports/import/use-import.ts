import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { get, patch } from "@/web/browser/api.ts";
import { useEnvironment } from "../../../environment.ts";
import { useAction } from "../../../queries.ts";

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
