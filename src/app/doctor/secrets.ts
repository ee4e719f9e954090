import { secondFactorStore } from "../../access/accounts/second-factor-store.ts";
import { secretPlace as secondFactorPlace } from "../../access/accounts/sign-in-code.ts";
import { secretPlace as carrierPlace } from "../../delivery/carriers/settings.ts";
import { carrierStore } from "../../delivery/carriers/store.ts";
import { headersPlace, inboxPlace } from "../../delivery/connections/carrier-webhooks/inbox.ts";
import { carrierHookStore, carrierInboxStore } from "../../delivery/connections/carrier-webhooks/store.ts";
import { linkStore } from "../../delivery/lifecycle/state/link-store.ts";
import { pinPlace } from "../../delivery/lifecycle/state/pin.ts";
import { pinStore } from "../../delivery/lifecycle/state/pin-store.ts";
import { linkPlace } from "../../delivery/lifecycle/state/tracking-link.ts";
import { counted, type Finding, suspicious, verdict, wrong } from "../../infra/backups/diagnosis.ts";
import type { Db } from "../../infra/db/store.ts";
import { createVault, type StoredSecret, type Vault } from "../../infra/vault.ts";
import { capitalized } from "../../infra/words.ts";
import { headerPlace, secretPlace } from "../../messaging/webhooks/endpoints/endpoint.ts";
import { webhookStore } from "../../messaging/webhooks/endpoints/store.ts";
import { SettingError } from "../config/reading.ts";
import { secretKeyGuard } from "../secret-key.ts";
import { type OpenDatabase, type Patient, platforms, readable } from "./patient.ts";

/** Opens every sealed value with the key of the settings. */

const rowsPerStep = 500;

interface Sealed {
  place: string;
  kept: StoredSecret;
}

export function examineSecrets(patient: Patient): Finding[] {
  const accounts = readable(patient, "accounts");
  if (accounts === undefined) return [];
  const refusal = refuseKey(patient, accounts);
  if (refusal) return [refusal];
  const vault = createVault(patient.config.secretKey, () => {
    throw new Error("the doctor seals nothing");
  });
  return [
    openAll(accounts, sealedInAccounts(accounts.db), vault),
    ...platforms(patient).map((platform) => openAll(platform, sealedIn(platform.db), vault)),
  ];
}

/** What is wrong with the key itself. */
function refuseKey({ dataDir, config: { secretKey } }: Patient, accounts: OpenDatabase): Finding | undefined {
  const where = { check: "secrets", database: null };
  const value = accounts.connection
    .prepare<[string], Uint8Array>("SELECT value FROM installation WHERE name = ?")
    .pluck();
  try {
    secretKeyGuard({ data: dataDir, secretKey })((name) => value.get(name));
    return undefined;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const message = `${capitalized(error.message)}.`;
    const remedy = "Run the doctor with the settings of the server.";
    return secretKey === null ? suspicious(where, message, remedy) : wrong(where, message, remedy);
  }
}

function openAll({ name }: OpenDatabase, sealed: Iterable<Sealed>, vault: Vault): Finding {
  const where = { check: "secrets", database: name };
  const closed: string[] = [];
  let total = 0;
  for (const { place, kept } of sealed) {
    total += 1;
    if (!opens(vault, kept, place)) closed.push(place);
  }
  return verdict(where, closed, {
    fine: `${counted(total, "secret")} can be read.`,
    broken: `${closed.length} of ${counted(total, "secret")} cannot be decrypted.`,
    remedy:
      name === "accounts"
        ? "Turn these second factors off with `waybill user second-factor-off`; their people set them up again."
        : "Rotate the secrets of these endpoints, enter the credentials of these carriers again, and create new tracking links for these shipments.",
  });
}

function opens(vault: Vault, kept: StoredSecret, place: string): boolean {
  try {
    vault.open(kept, place);
    return true;
  } catch {
    return false;
  }
}

function* sealedInAccounts(db: Db): Generator<Sealed> {
  const factors = rowsOf((after) =>
    secondFactorStore(db)
      .listAfter(after, rowsPerStep)
      .map(({ userId: id, secret }) => ({ id, secret })),
  );
  for (const { id, secret } of factors) yield { place: secondFactorPlace(id), kept: secret };
}

/** Everything that `moveSecrets` encrypts anew in an environment. */
function* sealedIn(db: Db): Generator<Sealed> {
  const endpoints = rowsOf((id) => webhookStore(db).listAllAfter(id, rowsPerStep));
  for (const { id, secrets, headers } of endpoints) {
    for (const { secret } of secrets) yield { place: secretPlace(id), kept: secret };
    for (const [name, kept] of Object.entries(headers)) yield { place: headerPlace(id, name), kept };
  }
  for (const { id, secrets } of rowsOf((after) => carrierStore(db).listAllAfter(after, rowsPerStep))) {
    for (const [name, kept] of Object.entries(secrets)) yield { place: carrierPlace(id, name), kept };
  }
  for (const { id, secret } of rowsOf((after) => carrierInboxStore(db).listAllAfter(after, rowsPerStep))) {
    yield { place: inboxPlace(id), kept: secret };
  }
  for (const row of rowsOf((after) => carrierHookStore(db).listAllAfter(after, rowsPerStep))) {
    yield { place: headersPlace(row), kept: row.headers };
  }
  for (const { id, pin } of rowsOf((after) => pinStore(db).listAfter(after, rowsPerStep))) {
    yield { place: pinPlace(id), kept: pin };
  }
  for (const { id, sealedToken } of rowsOf((after) => linkStore(db).listAfter(after, rowsPerStep))) {
    if (sealedToken !== null) yield { place: linkPlace(id), kept: sealedToken };
  }
}

function* rowsOf<Row extends { id: string }>(listAfter: (id: string) => Row[]): Generator<Row> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: Row[] = listAfter(after);
    yield* rows;
    after = rows.at(-1)?.id;
  }
}
