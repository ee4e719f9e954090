import { type Cidrs, parseCidrs } from "../net/address.ts";
import { isAddress, withoutBrackets } from "../net/network.ts";
import { checkTargetUrl } from "../net/target-url.ts";
import type { Kind } from "./kinds.ts";

/** Settings that name a place: hosts, URLs, networks and mailboxes. */

const nameBytesMax = 253;

/** An address to listen on. */
export const listenAddress: Kind<{ hostname: string; port: number }> = {
  placeholder: "HOST:PORT",
  parse(value) {
    const [, hostname = "", port = ""] = /^(\[[\da-fA-F:.]+\]|[^\s:[\]]+):(\d{1,5})$/.exec(value) ?? [];
    if (hostname === "" || Number(port) > 65_535) {
      throw new Error("must be an address and a port, such as 127.0.0.1:9100 or [::1]:9100");
    }
    return { hostname: withoutBrackets(hostname), port: Number(port) };
  },
};

/** A host name or an IP address, as a certificate has it. */
export const domain: Kind<string> = {
  placeholder: "NAME",
  parse(value) {
    const text = value.trim().toLowerCase();
    const bare = withoutBrackets(text);
    if (isAddress(bare)) return bare;
    const { hostname = "" } = /^[^\s:/?#@*%]+$/.test(text) ? (URL.parse(`http://${text}`) ?? {}) : {};
    const isName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(hostname);
    if (isName && hostname.length <= nameBytesMax) return hostname;
    throw new Error(
      "must be one public host name or IP address without a port, such as waybill.example.com or 203.0.113.7",
    );
  },
};

export const directoryUrl: Kind<string> = {
  placeholder: "URL",
  parse(value) {
    const url = URL.parse(value.trim());
    if (url?.protocol === "https:" && url.username === "") return url.href;
    throw new Error("must be https:// with a host, such as https://acme-v02.api.letsencrypt.org/directory");
  },
};

export const origin: Kind<string> = {
  placeholder: "URL",
  parse(value) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const plain =
      url !== undefined &&
      url.pathname === "/" &&
      url.search === "" &&
      url.hash === "" &&
      url.username === "" &&
      url.password === "";
    if (!plain || !/^https?:$/.test(url.protocol)) {
      throw new Error(
        "must be http:// or https:// with a host and no path, such as https://waybill.example.com",
      );
    }
    return url.origin;
  },
};

export const origins: Kind<readonly string[]> = {
  placeholder: "URL,…|*",
  parse(value) {
    if (value.trim() === "*") return ["*"];
    if (value.includes("*")) throw new Error("must list each origin in full, or be * alone to allow all");
    return value.split(",").map((entry) => origin.parse(entry.trim()));
  },
};

/** The URL of a server that the operator names, so it may have any address. @throws Error with the sample */
function parseServerUrl(value: string, sample: string): string {
  const everywhere = { allow: parseCidrs(["0.0.0.0/0", "::/0"]), httpAllowed: true };
  const check = checkTargetUrl(value.trim(), everywhere);
  if (check.ok) return check.url.href;
  if (check.reason === "userinfo") throw new Error("must be a URL without user name and password");
  throw new Error(
    `must be http:// or https:// with a host, on port 80, 443 or 1024 and above, such as ${sample}`,
  );
}

/** The base of a server's URLs, without a final slash. Some paste one with a key. */
export const serverUrl: Kind<string> = {
  placeholder: "URL",
  holdsSecret: (value) => /[@?]/.test(value),
  parse(value) {
    if (/[@?]/.test(value)) throw new Error("must be a URL without user name, password and query");
    return parseServerUrl(value, "http://127.0.0.1:5000").replace(/\/+$/, "");
  },
};

/** URLs of alert services often hold a secret, so it is treated as one. */
export const alarmUrl: Kind<string> = {
  placeholder: "URL",
  isSecret: true,
  parse: (value) => parseServerUrl(value, "https://alerts.example.com/waybill"),
};

export const cidrs: Kind<Cidrs> = {
  placeholder: "CIDR,…",
  parse: (value) => parseCidrs(value.split(",").filter((entry) => entry.trim() !== "")),
  toJson: (blocks) => blocks.map(([address, prefixBits]) => `${address}/${prefixBits}`),
};

export const tilesUrl: Kind<string> = {
  placeholder: "URL",
  parse(value) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const isWhole = ["{z}", "{x}", "{y}"].every((part) => value.includes(part));
    // The origin becomes part of a content security policy.
    const isPlainHost = /^[\w.:[\]-]+$/.test(url?.host ?? "");
    if (!url || !/^https?:$/.test(url.protocol) || !isPlainHost || !isWhole) {
      throw new Error(
        "must be http:// or https:// with a host, {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png",
      );
    }
    return value;
  },
};

export const smtpUrl: Kind<string> = {
  placeholder: "URL",
  isSecret: true,
  holdsSecret: (value) => URL.parse(value.trim())?.password !== "",
  parse(value) {
    const url = URL.canParse(value.trim()) ? new URL(value.trim()) : undefined;
    if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
      throw new Error(
        "must be smtp:// or smtps:// with a host, such as smtps://user:password@mail.example.com",
      );
    }
    return url.href;
  },
};

export const mailAddress: Kind<string> = {
  placeholder: "ADDRESS",
  parse(value) {
    const address = /<([^<>]+)>$/.exec(value)?.[1] ?? value;
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address) || /[\r\n]/.test(value)) {
      throw new Error(
        "must be an email address, such as waybill@example.com or Waybill <waybill@example.com>",
      );
    }
    return value;
  },
};
