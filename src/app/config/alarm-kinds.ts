import { parseCidrs } from "../../infra/net/address.ts";
import { checkTargetUrl } from "../../infra/net/target-url.ts";
import type { Kind } from "./kinds.ts";

/** URLs of alert services often hold a secret, so it is treated as one. */
export const alarmUrl: Kind<string | null> = {
  placeholder: "URL",
  isSecret: true,
  parse(value) {
    const everywhere = { allow: parseCidrs(["0.0.0.0/0", "::/0"]), httpAllowed: true };
    const check = checkTargetUrl(value.trim(), everywhere);
    if (check.ok) return check.url.href;
    throw new Error(
      "must be http:// or https:// with a host, on port 80, 443 or 1024 and above, such as https://alerts.example.com/waybill",
    );
  },
};

/** In the form of Standard Webhooks 1.0. */
export const signingSecret: Kind<string | null> = {
  placeholder: "SECRET",
  isSecret: true,
  parse(value) {
    const [, encoded = ""] = /^whsec_([\w+/-]+={0,2})$/.exec(value.trim()) ?? [];
    const { length } = Buffer.from(encoded, "base64");
    if (length >= 24 && length <= 64) return value.trim();
    throw new Error(
      'must be whsec_ and 24 to 64 random bytes in base64, as `echo "whsec_$(openssl rand -base64 32)"` prints',
    );
  },
};
