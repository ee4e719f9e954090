import { resolve } from "node:path";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import {
  changeAccount,
  createUser,
  findAccount,
  resetPassword,
} from "../../access/accounts/operator/administration.ts";
import { makeResetLink, turnSecondFactorOff } from "../../access/accounts/recovery/recovering.ts";
import { SignIn, SignUp } from "../../access/accounts/schema.ts";
import { createOperator } from "../../access/accounts/sign-in/operator.ts";
import { toAccountView, toUserView } from "../../access/accounts/view.ts";
import { auditedAccounts, verifyChain } from "../../access/audit/chain.ts";
import { findKeyAccountId } from "../../access/keys/reading.ts";
import { CreateKey } from "../../access/keys/schema.ts";
import { getKey, issueKey, revokeKey } from "../../access/keys/service.ts";
import { changeRoleByCommand } from "../../access/people/members.ts";
import { Role } from "../../access/schema.ts";
import { readInput } from "../../api/body.ts";
import type { DeliveryDeps } from "../../delivery/carriers/deps.ts";
import { verifyCarrier } from "../../delivery/carriers/verifying.ts";
import { draftShipment } from "../../delivery/orders/shipments/new-shipment.ts";
import { ShipmentDraft } from "../../delivery/orders/shipments/schema.ts";
import { noteBackup } from "../../infra/backups/elsewhere.ts";
import { backUpNow } from "../../infra/backups/service.ts";
import { schemaVersions } from "../../infra/db/databases.ts";
import { invalidField, refuseFields } from "../../infra/errors.ts";
import { operatorIn } from "../../infra/http/principal.ts";
import { Closed, Text } from "../../infra/http/schema.ts";
import { errorsOf } from "../../infra/http/validation.ts";
import { findGoingLiveNeeds } from "../../operator/going-live.ts";
import { toBeforeLiveView } from "../../operator/view.ts";
import {
  AddCarrier,
  addByCommand,
  checkByCommand,
  ListCarriers,
  listByCommand,
  OneCarrier,
  PauseCarrier,
  pauseByCommand,
} from "./carriers.ts";
import { DeleteAccount, DeleteUser, deleteByCommand, deleteUserByCommand } from "./deletion.ts";
import {
  AddDriver,
  addDriverByCommand,
  LinkDriver,
  ListDrivers,
  linkDriverByCommand,
  listDriversByCommand,
} from "./drivers.ts";

/**
 * The operations behind the commands that change an installation. A running server performs them (`socket.ts`), so
 * its next request sees the change. If no server runs, the command performs them on the files.
 */

interface Operation<Input extends TSchema, Output> {
  input: Input;
  run(deps: DeliveryDeps, input: Static<Input>): Promise<Output>;
}

function operation<Input extends TSchema, Output>(
  input: Input,
  run: (deps: DeliveryDeps, input: Static<Input>) => Promise<Output>,
): Operation<Input, Output> {
  return { input, run };
}

/** An id, or the email address of a user. */
const AccountName = Text({ minLength: 1, maxLength: 254 });
const Path = Text({ minLength: 1, maxLength: 4_096 });
const TierName = Text({ minLength: 1, maxLength: 100 });
const { email, password, account_name: accountName } = SignUp.properties;

/** Of an address without coordinates. */
const placeless = { latitude: null, longitude: null, geocode_source: "town" } as const;

const operations = {
  init: operation(SignUp, async (deps, input) => toMemberView(await createOperator(deps, input))),

  "user create": operation(
    Closed({
      email,
      password,
      account: Type.Optional(AccountName),
      account_name: Type.Optional(accountName),
      default_tier: Type.Optional(TierName),
      role: Type.Optional(Role),
    }),
    async (deps, input) => toMemberView(await createUser(deps, input)),
  ),

  "user password": operation(Closed({ email: SignIn.properties.email, password }), async (deps, input) => {
    const { user, sessionsEnded } = await resetPassword(deps, input);
    return { user: toUserView(user), sessions_ended: sessionsEnded };
  }),

  "user role": operation(
    Closed({ email: SignIn.properties.email, role: Role }),
    async (deps, { email, role }) => ({
      user: toUserView(await changeRoleByCommand(deps, email, role)),
    }),
  ),

  "user second-factor-off": operation(Closed({ email: SignIn.properties.email }), async (deps, input) => {
    const { user, wasOn } = await turnSecondFactorOff(deps, input.email);
    return { user: toUserView(user), was_on: wasOn };
  }),

  "user reset-link": operation(Closed({ email: SignIn.properties.email }), (deps, { email }) =>
    makeResetLink(deps, email),
  ),

  "key create": operation(
    Closed({ account: AccountName, ...CreateKey.properties }),
    async (deps, { account, ...input }) => {
      const { id } = findAccount(deps, account);
      return { account_id: id, ...(await issueKey(deps, operatorIn(id), input)) };
    },
  ),

  "key revoke": operation(Closed({ key: Text({ minLength: 1, maxLength: 100 }) }), async (deps, { key }) => {
    const accountId = findKeyAccountId(deps, key);
    if (accountId === undefined) throw invalidField("#/key", "unknown", "is not the id of a key");
    await revokeKey(deps, operatorIn(accountId), key);
    return { account_id: accountId, ...getKey(deps, accountId, key) };
  }),

  backup: operation(
    Closed({
      folder: Type.Optional(Path),
      /** As the command's settings name it. The server's own is kept to its number of backups. */
      configured: Type.Optional(Path),
    }),
    async (deps, { folder, configured }) => {
      const report = await backUpNow(deps, folder ?? otherFolder(deps, configured));
      await noteBackup(deps, report.path);
      return report;
    },
  ),

  /** A command took a backup itself. */
  "backup taken": operation(Closed({ path: Path }), (deps, { path }) => noteBackup(deps, path)),

  /** The schema versions of the databases: a running server has migrated them to its own. */
  schemas: operation(Closed({}), async () => schemaVersions()),

  /** What is missing before people rely on the installation: only a running server knows its address. */
  "going live": operation(Closed({}), async (deps) =>
    (await findGoingLiveNeeds(deps)).map((need) => toBeforeLiveView(need)),
  ),

  "audit verify": operation(Closed({ account: Type.Optional(AccountName) }), async (deps, { account }) => {
    const ids = account === undefined ? auditedAccounts(deps) : [findAccount(deps, account).id];
    const accounts = [];
    for (const id of ids) {
      const { entries, redacted, lastHash, brokenAt } = await verifyChain(deps, id);
      accounts.push({ account_id: id, entries, redacted, last_hash: lastHash, broken_at: brokenAt });
    }
    return { accounts };
  }),

  // Nobody looks its addresses up: it is no order.
  "carrier verify": operation(
    Closed({ carrier: Text({ minLength: 1, maxLength: 100 }), shipment: Type.Optional(ShipmentDraft) }),
    async (deps, { carrier, shipment }) => {
      const sample = shipment && draftShipment(deps.ids, () => placeless, shipment);
      const points = await verifyCarrier(deps, carrier, sample);
      return {
        carrier_id: carrier,
        points: points.map(({ durationMs, ...point }) => ({ ...point, duration_ms: durationMs })),
      };
    },
  ),

  "carrier list": operation(ListCarriers, listByCommand),
  "carrier add": operation(AddCarrier, addByCommand),
  "carrier check": operation(OneCarrier, checkByCommand),
  "carrier pause": operation(PauseCarrier, pauseByCommand),
  "driver list": operation(ListDrivers, listDriversByCommand),
  "driver add": operation(AddDriver, addDriverByCommand),
  "driver link": operation(LinkDriver, linkDriverByCommand),

  "account delete": operation(DeleteAccount, deleteByCommand),
  "user delete": operation(DeleteUser, deleteUserByCommand),

  "account tier": operation(
    Closed({ account: AccountName, tier: TierName }),
    async (deps, { account, tier }) => ({
      account: toAccountView(await changeAccount(deps, findAccount(deps, account).id, { tier })),
    }),
  ),
};

export type OperationName = keyof typeof operations;
export type Output<Name extends OperationName> = Awaited<ReturnType<(typeof operations)[Name]["run"]>>;

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

/** @throws AppError `validation_failed` for an invalid input, and the errors of the operation */
export async function perform(deps: DeliveryDeps, name: OperationName, sent: unknown): Promise<unknown> {
  const operation: Operation<TSchema, unknown> = operations[name];
  const input = await readInput(operation.input, sent);
  refuseFields(errorsOf(operation.input, input, "pointer"));
  return operation.run(deps, input);
}

/** Undefined if it is the server's own. */
function otherFolder({ backups }: DeliveryDeps, folder: string | undefined): string | undefined {
  return backups.folder !== null && folder === resolve(backups.folder) ? undefined : folder;
}

function toMemberView({ account, user }: Awaited<ReturnType<typeof createOperator>>) {
  return { account: toAccountView(account), user: toUserView(user) };
}
