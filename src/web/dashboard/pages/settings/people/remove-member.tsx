import { useState } from "react";
import type { MemberView } from "@/access/people/schema.ts";
import { remove } from "@/web/browser/api.ts";
import { Confirm } from "../../../components/confirm.tsx";
import { useAction } from "../../../queries.ts";
import { peopleChanges } from "./change-role.tsx";
import { MadeCredentials } from "./made-credentials.tsx";

export function RemoveMember({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const { id, email } = member;
  const [revokes, setRevokes] = useState(false);
  const path = `/account/members/${id}` as const;
  const removeMember = useAction(() => remove(path, { query: { revoke_credentials: `${revokes}` } }), {
    changes: peopleChanges,
    success: `${email} was removed.`,
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Remove ${email}`}
      submit="Remove person"
      send={() => removeMember.mutateAsync(undefined)}
      onClose={onClose}
      more={<MadeCredentials id={id} isChecked={revokes} onChange={setRevokes} />}
    >
      {email} loses access at once, and Waybill erases the address from its logs. API keys, shipments and
      everything else of the account stay. Rotate the keys that this person knows.
    </Confirm>
  );
}
