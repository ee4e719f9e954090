import { directoryUrl, domain, mailAddress } from "./address-kinds.ts";
import { file, integer, setting, text } from "./kinds.ts";

const letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory";

/** Where Waybill listens, and how it speaks there. */
export const listeningSettings = {
  host: setting(
    text,
    "127.0.0.1",
    "Address to listen on. With HTTPS of its own, Waybill listens on all addresses by default.",
  ),
  port: setting(integer(0, 65_535), 8080, "Port to listen on; 0 takes a free one."),
  httpSocket: setting(
    file,
    null,
    "Socket for a reverse proxy on this machine, which must send X-Forwarded-For. A port is then opened only if it is given.",
  ),
  domain: setting(
    domain,
    null,
    "Name or IP address of this machine: Waybill gets a certificate for it and renews it, which accepts the authority's terms.",
  ),
  acmeDirectory: setting(
    directoryUrl,
    letsEncrypt,
    "With a domain: ACME directory of the certificate authority.",
  ),
  acmeEmail: setting(mailAddress, null, "With a domain: email address for the authority."),
  acmeCaFile: setting(
    file,
    null,
    "With a domain: certificate in PEM that the ACME directory of an own authority has.",
  ),
  tlsCert: setting(
    file,
    null,
    "Certificate for HTTPS in PEM, with its chain. Waybill reads it again when it changes.",
  ),
  tlsKey: setting(file, null, "Key of that certificate in PEM, without a passphrase."),
  httpPort: setting(
    integer(0, 65_535),
    80,
    "With HTTPS: port for plain HTTP, which redirects to HTTPS; 0 takes a free one.",
  ),
  httpsPort: setting(integer(0, 65_535), 443, "With HTTPS: port to listen on; 0 takes a free one."),
} as const;
