import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { MemberView } from "@/access/people/schema.ts";
import type { Role } from "@/access/roles.ts";
import { patch } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { useAction } from "../../../queries.ts";
import { MadeCredentials } from "./made-credentials.tsx";
import { RoleField } from "./role-field.tsx";

/** Paths to read again after people of the account changed. Your own role may have. */
export const peopleChanges = ["/account/members", "/account/invitations", "/auth/session", "/audit", "/keys"];

interface Values extends Record<string, unknown> {
  role: Role;
  revoke_credentials: boolean;
}

export function ChangeRole({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const { id, email, is_you } = member;
  const form = useForm<Values>({ initialValues: { role: member.role, revoke_credentials: false } });
  const change = useAction(
    ({ role, revoke_credentials }: Values) =>
      patch(`/account/members/${id}`, { role }, { query: { revoke_credentials: `${revoke_credentials}` } }),
    {
      changes: peopleChanges,
      success: ({ role }) => (is_you ? `Your role is ${role} now.` : `${email} is ${role} now.`),
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title={is_you ? "Change your role" : `Change role of ${email}`}>
      <Form
        form={form}
        send={change.mutateAsync}
        submit="Change role"
        isDisabled={!form.isDirty("role")}
        onCancel={onClose}
      >
        <RoleField {...form.getInputProps("role")} />
        <Text size="sm" c="dimmed">
          {is_you
            ? "It takes effect at once. Only another owner can make you an owner again."
            : "It takes effect with the person's next request."}
        </Text>
        <MadeCredentials
          id={id}
          isChecked={form.values.revoke_credentials}
          onChange={(isChecked) => form.setFieldValue("revoke_credentials", isChecked)}
        />
      </Form>
    </Dialog>
  );
}
