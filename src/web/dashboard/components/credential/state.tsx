import { StatusBadge } from "../status-badge.tsx";
import { Time } from "../time.tsx";
import { type Credential, isActive } from "./credential.ts";

/** Whether a credential works, and until when. */
export function CredentialState({ credential }: { credential: Credential }) {
  const { revoked_at, expires_at } = credential;
  if (revoked_at !== null) return <StatusBadge tone="quiet">Revoked</StatusBadge>;
  if (!isActive(credential)) return <StatusBadge tone="quiet">Expired</StatusBadge>;
  if (expires_at === null) return <StatusBadge tone="good">Active</StatusBadge>;
  return (
    <StatusBadge tone="warn">
      Expires <Time at={expires_at} />
    </StatusBadge>
  );
}
