import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { certificate, certificateKey } from "./certificate.ts";

/** A push service on loopback, and the browsers that it knows. It reads what was sent as they would. */

/** A browser that subscribed. */
interface Browser {
  /** What its `PushSubscription` says. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What came, decrypted. */
  messages: Pushed[];
  /** Stands in for the service's answer; by default 201. */
  answer(): Response | Promise<Response>;
}

export interface Pushed {
  data: unknown;
  headers: Record<string, string>;
  /** What the sender's token says, whose signature was checked. */
  token: { aud: string; sub: string; exp: number };
  /** The sender's public key. */
  key: string;
}

export interface PushService {
  /** PEM of the authority that vouches for it. */
  authority: string;
  browser(): Browser;
  stop(): Promise<void>;
}

export function startPushService(): PushService {
  const browsers = new Map<string, { browser: Browser; decrypt(body: Buffer): unknown }>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert: certificate, key: certificateKey },
    async fetch(request) {
      const known = browsers.get(new URL(request.url).pathname);
      if (!known) return new Response(null, { status: 404 });
      const { browser, decrypt } = known;
      const body = Buffer.from(await request.arrayBuffer());
      const headers = Object.fromEntries(request.headers);
      browser.messages.push({ data: decrypt(body), headers, ...readToken(headers.authorization ?? "") });
      return browser.answer();
    },
  });
  return {
    authority: certificate,
    browser() {
      const path = `/send/${browsers.size + 1}`;
      const pair = createECDH("prime256v1");
      const publicKey = pair.generateKeys();
      const auth = randomBytes(16);
      const browser: Browser = {
        subscription: {
          endpoint: `https://127.0.0.1:${server.port}${path}`,
          keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
        },
        messages: [],
        answer: () => new Response(null, { status: 201 }),
      };
      browsers.set(path, { browser, decrypt: (body) => decrypt(body, pair, auth) });
      return browser;
    },
    stop: () => server.stop(true),
  };
}

/** RFC 8291 and 8188: one record with its salt and the sender's key before it. */
function decrypt(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const keyBytes = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyBytes);
  const sealed = body.subarray(21 + keyBytes);
  const derive = (secret: Uint8Array, salted: Uint8Array, info: Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, salted, info, bytes));
  const shared = pair.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), senderKey]);
  const secret = derive(shared, auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}

/** RFC 8292. @throws Error for a token that its key did not sign */
function readToken(authorization: string): Pick<Pushed, "token" | "key"> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" },
    format: "jwk",
  });
  const signed = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, "base64url")))
    throw new Error("the token's signature is wrong");
  return { token: JSON.parse(Buffer.from(claims, "base64url").toString()), key };
}
