import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { InvitationWithUrlView } from "@/access/people/schema.ts";
import type { Role } from "@/access/roles.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { useAction } from "../../../queries.ts";
import { peopleChanges } from "./change-role.tsx";
import { RoleField } from "./role-field.tsx";

interface Values extends Record<string, unknown> {
  email: string;
  role: Role;
}

interface InvitePersonProps {
  onClose: () => void;
  onInvited: (invitation: InvitationWithUrlView) => void;
}

export function InvitePerson({ onClose, onInvited }: InvitePersonProps) {
  const form = useForm<Values>({ initialValues: { email: "", role: "developer" } });
  const invite = useAction((input: Values) => post("/account/invitations", input), {
    changes: peopleChanges,
    onDone: onInvited,
  });
  return (
    <Dialog onClose={onClose} title="Invite a person">
      <Form form={form} send={invite.mutateAsync} submit="Create invitation" onCancel={onClose}>
        <TextInput label="Email address" type="email" autoComplete="off" {...form.getInputProps("email")} />
        <RoleField {...form.getInputProps("role")} />
      </Form>
    </Dialog>
  );
}
