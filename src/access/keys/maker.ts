import type { Db } from "../../infra/db/store.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { findUser } from "../accounts/people.ts";
import type { MakerView } from "../schema.ts";
import { keyStore } from "./store.ts";

/** Who created a credential: a person, or a program with a key. It outlives who made it. */

/** The id that is stored; null for a command. */
export function makerIdOf(actor: Actor): string | null {
  switch (actor.kind) {
    case "session":
      return actor.user.id;
    case "key":
      return actor.key.id;
    case "sandbox":
      return actor.asker && makerIdOf(actor.asker);
    case "schedule":
    case "stranger":
    case "operator":
      return null;
  }
}

/** @param accountId whose credential it is: others' people and keys have no name here */
export function toMaker(db: Db, accountId: string | null, id: string | null): MakerView | null {
  if (id === null) return null;
  const isKey = id.startsWith("key_");
  const found = isKey ? keyStore(db).findById(id) : findUser(db, id);
  const isOwn = found !== undefined && found.accountId === accountId;
  const name = !isOwn ? null : "email" in found ? found.email : found.name;
  return { kind: isKey ? "key" : "user", id, name };
}
