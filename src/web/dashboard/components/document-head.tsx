import { useQueryClient } from "@tanstack/react-query";
import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Environment } from "../../../infra/environment.ts";
import favicon from "../../browser/favicon.svg";
import liveFavicon from "../assets/favicon-live.svg";
import sandboxFavicon from "../assets/favicon-sandbox.svg";
import { rememberPage } from "../recent.ts";
import { environmentLooks } from "../theme.ts";
import { useWindowName } from "../window-name.ts";

const favicons = { sandbox: sandboxFavicon, live: liveFavicon } as const;

/** Title and icon of the browser window. */
export function DocumentHead({ environment }: { environment?: Environment }) {
  const name = useWindowName();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const searched = useMatches({ select: (matches) => searchOf(matches.at(-1)?.search) });
  const word = environment && environmentLooks[environment].word;
  const page = [name, searched, title, word].filter(Boolean).join(" · ");
  const client = useQueryClient();
  useEffect(() => {
    const to = location.pathname.replace("/dashboard", "") + location.search;
    if (environment) rememberPage(client, { to, title: page });
  }, [client, environment, page]);
  return (
    <>
      <title>{[page, "Waybill"].filter(Boolean).join(" – ")}</title>
      <link rel="icon" type="image/svg+xml" href={environment ? favicons[environment] : favicon} />
    </>
  );
}

/** What a list is searched for, in the address. */
function searchOf(search: object = {}): string {
  return "q" in search && typeof search.q === "string" ? search.q : "";
}
