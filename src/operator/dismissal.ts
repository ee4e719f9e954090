import { appendAudit } from "../access/audit/service.ts";
import type { Tx } from "../infra/db/store.ts";
import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import type { SessionPrincipal } from "../infra/http/principal.ts";
import { findGoingLiveNeeds } from "./going-live.ts";
import { dismissalStore } from "./going-live-store.ts";
import { type GoingLiveKind, goingLiveKinds, type Need } from "./need.ts";
import { forgetFindings } from "./needs.ts";

/**
 * The operator leaves something as it is.
 * @throws AppError `not_found` where nothing of the kind is missing
 */
export async function dismissNeed(deps: Deps, operator: SessionPrincipal, name: string): Promise<Need> {
  const kind = kindOf(name);
  const { goingLive } = await requireNeed(deps, kind);
  await change(deps, operator, "need.dismissed", kind, (tx) =>
    dismissalStore(tx).save({
      kind,
      dismissedBy: operator.user.id,
      dismissedAt: deps.realClock.now(),
      wasUrgent: goingLive?.hurts ?? false,
    }),
  );
  return requireNeed(deps, kind);
}

/** The operator wants to see it again. @throws AppError `not_found` for what nobody dismissed */
export async function takeDismissalBack(deps: Deps, operator: SessionPrincipal, name: string): Promise<void> {
  const kind = kindOf(name);
  await change(deps, operator, "need.shown_again", kind, (tx) => {
    if (!dismissalStore(tx).remove(kind)) throw new AppError("not_found");
  });
}

async function change(
  deps: Deps,
  operator: SessionPrincipal,
  action: "need.dismissed" | "need.shown_again",
  kind: GoingLiveKind,
  write: (tx: Tx) => void,
): Promise<void> {
  await deps.stores.accounts.write((tx) => {
    write(tx);
    appendAudit(deps, tx, operator, { action, target: { type: "installation", id: kind, name: null } });
  });
  forgetFindings(deps);
}

function kindOf(name: string): GoingLiveKind {
  const kind = goingLiveKinds.find((each) => each === name);
  if (kind === undefined) throw new AppError("not_found");
  return kind;
}

async function requireNeed(deps: Deps, kind: GoingLiveKind): Promise<Need> {
  const need = (await findGoingLiveNeeds(deps)).find((each) => each.kind === kind);
  if (need === undefined) throw new AppError("not_found");
  return need;
}
