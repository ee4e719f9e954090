const secretPrefix = "whsec_";

/** The headers of Standard Webhooks 1.0, with one signature for each secret, in their order. */
export function signedHeaders(
  eventId: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    const hash = new Bun.CryptoHasher("sha256", key).update(`${eventId}.${timestamp}.${body}`);
    return `v1,${hash.digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "Waybill-Webhooks/1",
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
