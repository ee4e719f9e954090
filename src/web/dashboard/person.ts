import type { QueryClient } from "@tanstack/react-query";
import { openChannel } from "../browser/kept.ts";
import { signInPath } from "../browser/session.ts";
import { forgetFirstKey } from "./first-key.ts";
import { sessionQuery } from "./queries.ts";

/** All windows of a browser share one session, so they must show the same person's data. */

const channelName = "waybill-person";
/** Sent instead of an id after a sign-out. */
const nobody = "nobody";

/** Reloads the window when somebody else signed in, and checks the session when another window lost it. */
export function followPerson(client: QueryClient): void {
  const channel = openChannel(channelName);
  let person: string | undefined;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return;
    const now = type === "removed" ? undefined : client.getQueryData(sessionQuery.queryKey)?.user.id;
    if (now === person) return;
    const isSomebodyElse = person !== undefined && now !== undefined;
    person = now;
    channel?.postMessage(now ?? nobody);
    if (isSomebodyElse) startOver(client);
  });
  channel?.addEventListener("message", ({ data }: MessageEvent<string>) => {
    if (person === undefined || data === person) return;
    if (data === nobody) void client.refetchQueries(sessionQuery);
    else startOver(client);
  });
}

/** After a session ended by its person's wish: other windows notice, and this one shows nothing more of it. */
export function leaveForSignIn(client: QueryClient): void {
  client.removeQueries(sessionQuery);
  // Hidden, it asks nobody whether to leave what was typed.
  document.body.hidden = true;
  window.location.assign(signInPath());
}

/** Hides the previous person's data while the window reloads. */
function startOver(client: QueryClient): void {
  forgetFirstKey(client);
  document.body.hidden = true;
  window.location.reload();
}
