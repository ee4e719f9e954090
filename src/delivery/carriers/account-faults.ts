import { shownText } from "./answer.ts";

/**
 * Accounts behind a hub that cannot quote because they are set up wrongly. As long as another account has a rate, a
 * shipment needs to know nothing of them, and the carrier's owner does.
 */

const textMax = 300;

/** What a hub says of one of its accounts. */
interface AccountMessage {
  /** As people find it in the hub. */
  account: string | null | undefined;
  text: string;
}

/** An account's keys and contracts; what is said of a shipment, its addresses among it, is none of these. */
const ofAccounts =
  /\b(account (number|is|was|has|not)|licen[cs]e|credentials?|api.?key|tokens?|unauthori[sz]ed|not authori[sz]ed|passwords?|permissions?|log ?in|subscription)\b/i;

/** What the owner has to fix, each account once; undefined where no message is of an account's set-up. */
export function accountFaultIn(messages: readonly AccountMessage[]): string | undefined {
  const faults = messages
    .filter(({ text }) => ofAccounts.test(text))
    .map(({ account, text }) => `${account ?? "An account"}: ${text}`);
  return faults.length === 0 ? undefined : shownText([...new Set(faults)].join(" "), textMax);
}
