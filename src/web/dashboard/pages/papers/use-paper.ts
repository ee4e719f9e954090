import { useQuery } from "@tanstack/react-query";
import type { PageLanguage } from "@/delivery/model/model.ts";
import { read } from "@/web/browser/api.ts";
import type { Known, QueryOf, Row } from "@/web/browser/paths.ts";
import type { Problem } from "@/web/browser/problem.ts";
import type { ListPage } from "@/web/browser/reads.ts";
import { useEnvironment } from "../../environment.ts";
import { useRead } from "../../queries.ts";
import { textsIn } from "../../texts.ts";
import { type ZonedPlace, zoneOf } from "../../zone.ts";
import { paperTexts } from "./texts.ts";

/** What every paper needs: the account, its language, and lists that are read whole. */

/** Undefined until the account and its texts are there. @param wanted another language than the account's */
export function usePaper(wanted?: PageLanguage) {
  const { data, error } = useRead("/platform/account", { environment: useEnvironment() });
  const account = data && { ...data, language: wanted ?? data.language };
  const language = account?.language;
  const { data: texts } = useQuery({
    queryKey: ["texts of papers", language],
    queryFn: () => (language ? textsIn(paperTexts, language) : null),
    enabled: language !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { paper: account && texts ? { account, texts } : undefined, error };
}

export type PaperBasis = NonNullable<ReturnType<typeof usePaper>["paper"]>;

export const pageRows = 100;
/** More rows than anybody prints. */
export const rowsMax = 5_000;

interface Whole<T> {
  rows: readonly T[];
  /** Whether there are more than a paper takes. */
  isCut: boolean;
}

/** All pages of a list, one after the other. */
export function useWhole<const Path extends string>(
  path: Path & Known<"GET", Path>,
  query: QueryOf<"GET", Path>,
  enabled = true,
): { data: Whole<Row<Path>> | undefined; error: Problem | null } {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [path, environment, query, "whole"],
    queryFn: async ({ signal }) => {
      const rows: Row<Path>[] = [];
      let cursor: string | undefined;
      do {
        const asked = { ...query, limit: pageRows, cursor };
        const page = await read<ListPage<Row<Path>>>(path, { environment, query: asked, signal });
        rows.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined && rows.length < rowsMax);
      return { rows, isCut: cursor !== undefined };
    },
    enabled,
  });
}

/** The time zones of places, in their order; undefined until they are found. */
export function useZones(places: readonly ZonedPlace[] | undefined): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: [
      "time zones",
      places?.map(({ country, latitude, longitude, area }) => [country, latitude, longitude, area]),
    ],
    queryFn: () => Promise.all((places ?? []).map(zoneOf)),
    enabled: places !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
