import type { QueryClient } from "@tanstack/react-query";
import { forgetFirstKey } from "./first-key.ts";
import { sessionQuery } from "./queries.ts";

/** One person at a time is signed in to a browser, in all of its windows; what they show is that person's. */

const channelName = "waybill-person";
/** In place of an id: somebody signed out, or was. */
const nobody = "nobody";

/** Loads the window again when somebody else signed in, and asks who is signed in when another window forgot. */
export function followPerson(client: QueryClient): void {
  const channel = new BroadcastChannel(channelName);
  let person: string | undefined;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return;
    const now = type === "removed" ? undefined : client.getQueryData(sessionQuery.queryKey)?.user.id;
    if (now === person) return;
    const isSomebodyElse = person !== undefined && now !== undefined;
    person = now;
    channel.postMessage(now ?? nobody);
    if (isSomebodyElse) beginAnew(client);
  });
  channel.addEventListener("message", ({ data }: MessageEvent<string>) => {
    if (person === undefined || data === person) return;
    if (data === nobody) void client.refetchQueries(sessionQuery);
    else beginAnew(client);
  });
}

/** Nothing of the former person is seen while the window is loaded. */
function beginAnew(client: QueryClient): void {
  forgetFirstKey(client);
  document.body.hidden = true;
  window.location.reload();
}
