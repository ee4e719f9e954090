import type { Config } from "../../infra/config.ts";
import type { Store } from "../../infra/db/store.ts";
import type { Vault } from "../../infra/secrets/vault.ts";
import { pushStore } from "./store.ts";
import { privateKeyPlace } from "./table.ts";

/** The key pair by which push services know this installation, base64url without padding. */
interface PushKeys {
  /** An uncompressed point of P-256: pages subscribe with it. */
  publicKey: string;
  privateKey: string;
}

const id = "vapid";

/** Made once for the data folder: a phone's subscription works with the pair that it was made for, and no other. Null where push is off. */
export async function openPushKeys(
  { push }: Pick<Config, "push">,
  accounts: Store,
  vault: Vault,
): Promise<PushKeys | null> {
  if (push === "off") return null;
  const known = pushStore(accounts.db).findKeys(id);
  if (known)
    return { publicKey: known.publicKey, privateKey: vault.open(known.privateKey, privateKeyPlace(id)) };
  const made = await makeKeys();
  await accounts.write((tx) =>
    pushStore(tx).insertKeys({
      id,
      publicKey: made.publicKey,
      privateKey: vault.seal(made.privateKey, privateKeyPlace(id)),
    }),
  );
  return made;
}

async function makeKeys(): Promise<PushKeys> {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
  const [point, { d }] = await Promise.all([
    crypto.subtle.exportKey("raw", pair.publicKey),
    crypto.subtle.exportKey("jwk", pair.privateKey),
  ]);
  if (d === undefined) throw new Error("the key pair has no private part");
  return { publicKey: Buffer.from(point).toString("base64url"), privateKey: d };
}
