import { isAddress } from "../../infra/net/network.ts";
import type { Kind } from "./kinds.ts";

const nameBytesMax = 253;

/** A host name or an IP address, as a certificate has it. */
export const domain: Kind<string | null> = {
  placeholder: "NAME",
  parse(value) {
    const text = value.trim().toLowerCase();
    const bare = text.replace(/^\[|\]$/g, "");
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
