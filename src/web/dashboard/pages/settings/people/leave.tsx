import { useQueryClient } from "@tanstack/react-query";
import type { MemberView } from "@/access/people/schema.ts";
import { remove } from "@/web/browser/api.ts";
import { Confirm } from "../../../components/confirm.tsx";
import { leaveForSignIn } from "../../../person.ts";
import { useAction } from "../../../queries.ts";

/** Removes the person's own access, which ends the session. */
export function LeaveAccount({ member: { id }, onClose }: { member: MemberView; onClose: () => void }) {
  const client = useQueryClient();
  const leave = useAction(() => remove(`/account/members/${id}`), {
    changes: [],
    onDone: () => leaveForSignIn(client),
  });
  return (
    <Confirm
      title="Leave this account"
      submit="Leave account"
      send={() => leave.mutateAsync(undefined)}
      onClose={onClose}
    >
      You lose access at once, and Waybill erases your email address from its logs. The account and everything
      in it stay. To come back, you need a new invitation from an owner.
    </Confirm>
  );
}
