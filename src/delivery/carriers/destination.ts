import type { Config } from "../../infra/config.ts";
import type { Wording } from "../../infra/net/failure.ts";
import { targetProblems } from "../../infra/net/target-url.ts";
import type { Target } from "../../infra/net/transport.ts";

const wording: Wording = {
  server: "The carrier",
  target: {
    ...targetProblems,
    not_a_url: "This is not a complete URL, such as https://carrier.example.com/waybill.",
    https_required: "The URL must begin with https://; plain http needs an address that the operator allows.",
    address: "The destination is not allowed: carriers have public addresses.",
  },
};

/**
 * A URL as Waybill may call it for a carrier. Accounts' carriers may have the addresses that webhooks may have, the
 * operator's also those of a list of their own.
 * @param accountId the account that set the carrier up; null for the operator
 */
export function carrierTarget(config: Config, accountId: string | null, url: string): Target {
  const { webhookAllowCidrs, carrierAllowCidrs } = config;
  const allow = accountId === null ? [...webhookAllowCidrs, ...carrierAllowCidrs] : webhookAllowCidrs;
  return { url, allow, httpAllowed: "to_allowed", wording };
}
