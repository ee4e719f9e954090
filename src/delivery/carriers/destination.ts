import type { Config } from "../../infra/config.ts";
import type { Wording } from "../../infra/net/failure.ts";
import { targetProblems } from "../../infra/net/target-url.ts";
import type { Target } from "../../infra/net/transport.ts";

const httpAllowed = "to_allowed";

const wording: Wording = {
  server: "The carrier",
  target: {
    ...targetProblems,
    not_a_url: "This is not a complete URL, such as https://carrier.example.com/waybill.",
    https_required: "The URL must begin with https://; plain http needs an address that the operator allows.",
    address:
      "The destination is not allowed. Use a public address, or ask the operator to allow yours with WAYBILL_WEBHOOK_ALLOW_CIDRS.",
  },
};
const operatorWording: Wording = {
  ...wording,
  target: {
    ...wording.target,
    https_required: "The URL must begin with https://; plain http needs an address that you allow.",
    address:
      "The destination is not allowed. Use a public address, or allow yours with WAYBILL_CARRIER_ALLOW_CIDRS.",
  },
};

const documentWording: Wording = {
  server: "The server of the document",
  target: {
    ...targetProblems,
    https_required: "The document's URL must begin with https://, unless it has the carrier's own address.",
    address: "The document's address is not allowed: it must be the carrier's own, or a public one.",
  },
};

/**
 * A URL on another host that a carrier has named. Private addresses are allowed to those who have them, and not to those
 * who name them: a carrier on the internet must not send Waybill into the operator's network.
 */
export function namedTarget(url: string): Target {
  return { url, httpAllowed, allow: [], wording: documentWording };
}

/**
 * A URL as Waybill may call it for a carrier. Accounts' carriers may have the addresses that webhooks may have, the
 * operator's also those of a list of their own.
 * @param accountId the account that set the carrier up; null for the operator
 */
export function carrierTarget(config: Config, accountId: string | null, url: string): Target {
  const { webhookAllowCidrs, carrierAllowCidrs } = config;
  const rules = { url, httpAllowed } as const;
  if (accountId !== null) return { ...rules, allow: webhookAllowCidrs, wording };
  return { ...rules, allow: [...webhookAllowCidrs, ...carrierAllowCidrs], wording: operatorWording };
}
