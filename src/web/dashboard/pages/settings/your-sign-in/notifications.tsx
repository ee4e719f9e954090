import { Checkbox, Skeleton, Stack } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { NotificationsView } from "@/access/accounts/schema.ts";
import { patch } from "@/web/browser/api.ts";
import { ActionProblem, ProblemAlert } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { sessionQuery, useAction, useRead } from "../../../queries.ts";

const path = "/auth/notifications";

/** Each kind of mail that a person can do without. */
const kinds = [
  {
    name: "webhooks",
    label: "Disabled webhook endpoints",
    description: "Waybill disabled an endpoint of the account. At most one email a day.",
  },
  {
    name: "security",
    label: "Sign-ins from new places",
    description: "Somebody signed in as you from a network that you have not used before.",
  },
] as const;

/** Which notices the person gets by mail. */
export function NotificationsSection() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const chosen = useRead(path);
  const change = useAction((input: Partial<NotificationsView>) => patch(path, input), {
    changes: [path],
  });
  return (
    <Section title="Notifications" lead={leads[String(session.user.email_verified)]}>
      <ProblemAlert problem={chosen.data ? null : chosen.error} />
      <ActionProblem problem={change.error} />
      {chosen.isPending && <Skeleton h={90} aria-busy="true" />}
      {chosen.data && (
        <Stack gap="sm">
          {kinds.map(({ name, label, description }) => (
            <Checkbox
              key={name}
              label={label}
              description={description}
              checked={change.isPending ? (change.variables[name] ?? chosen.data[name]) : chosen.data[name]}
              onChange={({ currentTarget }) => change.mutate({ [name]: currentTarget.checked })}
            />
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** By whether the address is verified; null where the installation sends no mail. */
const leads: Record<string, string> = {
  true: "Email that you get from Waybill.",
  false: "Email that you get from Waybill, once your address is verified.",
  null: "This installation sends no email. Your choice holds once it does.",
};
