import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { MemberView } from "@/access/people/schema.ts";
import { remove } from "@/web/browser/api.ts";
import { Confirm } from "../../../components/confirm.tsx";
import { useAction } from "../../../queries.ts";

/** Removes the person's own access, which ends the session. */
export function LeaveAccount({ member: { id }, onClose }: { member: MemberView; onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useAction(() => remove(`/account/members/${id}`), {
    changes: [],
    success: "You left the account.",
    onDone: () => void navigate({ to: "/sign-in", search: {} }).then(() => client.clear()),
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
