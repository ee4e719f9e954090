import { Checkbox, Text } from "@mantine/core";
import type { AccountView } from "../../../../delivery/account/schema.ts";
import { patch } from "../../api.ts";
import { Notice } from "../../components/notice.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { useEnvironment } from "../../environment.ts";
import { usePermissions } from "../../permissions.ts";
import { useAction } from "../../queries.ts";

/** Why no email goes out although the account wants them. */
const hindrances: Record<string, string> = {
  sandbox: "Only recipients of live shipments get emails. The sandbox sends none.",
  installation: "This installation sends no email: its operator has not set up an SMTP server.",
  operator:
    "The operator of this installation has not allowed emails for your account. Ask them to allow it.",
};

/** Whether recipients get emails at the moments of a delivery that concern them. */
export function RecipientMail({ account }: { account: AccountView }) {
  const { recipient_mail: isOn, recipient_mail_blocked_by: hindrance } = account;
  const environment = useEnvironment();
  const { may, refusal } = usePermissions();
  const mayChange = may("account:write");
  const change = useAction(
    (recipient_mail: boolean) => patch<AccountView>("/platform/account", { recipient_mail }, { environment }),
    { changes: ["/platform/account", "/audit"] },
  );
  return (
    <Section
      title="Emails to recipients"
      lead="One for each moment of a delivery, with a link to its page and one that stops further emails."
    >
      <ActionProblem problem={change.error} />
      {hindrance && <Notice tone="quiet">{hindrances[hindrance] ?? hindrance}</Notice>}
      <Checkbox
        label="Email recipients of live shipments"
        description="When the carrier has the goods, customs hold them, an attempt fails, the driver comes, or it is over"
        checked={change.isPending ? change.variables : isOn}
        disabled={!mayChange}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      {!mayChange && (
        <Text size="sm" c="dimmed">
          {refusal}
        </Text>
      )}
    </Section>
  );
}
