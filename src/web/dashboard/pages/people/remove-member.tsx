import type { MemberView } from "../../../../access/people/schema.ts";
import { remove } from "../../api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { useAction } from "../../queries.ts";
import { peopleChanges } from "./changes.ts";

export function RemoveMember({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const { id, email } = member;
  const removeMember = useAction(() => remove(`/account/members/${id}`), {
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
    >
      {email} loses access at once, and Waybill erases the address from its logs. API keys, shipments and
      everything else of the account stay. Rotate the keys that this person knows.
    </Confirm>
  );
}
