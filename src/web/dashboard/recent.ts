import type { QueryClient } from "@tanstack/react-query";

/** The pages that this window showed, the latest first. Kept as what was read is: until the person signs out. */

interface RecentPage {
  to: string;
  title: string;
}

const queryKey = ["recent"];
const pagesMax = 8;

export function rememberPage(client: QueryClient, page: RecentPage): void {
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  const before = recentPages(client).filter(({ to }) => to !== page.to);
  client.setQueryData(queryKey, [page, ...before].slice(0, pagesMax));
}

export function recentPages(client: QueryClient): readonly RecentPage[] {
  return client.getQueryData<RecentPage[]>(queryKey) ?? [];
}
