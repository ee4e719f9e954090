import { Anchor, Checkbox, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AccountView } from "@/delivery/privacy/account/schema.ts";
import { patch } from "@/web/browser/api.ts";
import { Notice } from "../../../components/notice.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useIsOperator, usePermissions } from "../../../permissions.ts";
import { useAction } from "../../../queries.ts";

/** Why no email goes out although the account wants them. */
const hindrances: Record<string, string> = {
  sandbox: "Only recipients of live shipments get emails. The sandbox sends none.",
  installation: "This installation sends no email: its operator has not set up an SMTP server.",
  operator:
    "The operator of this installation has not allowed emails for your account. Ask them to allow it.",
};

/** Why recipients get no emails, for the operator of the installation: what they do about it. */
const ownHindrances: Record<string, string> = {
  installation:
    "This installation sends no email yet: set WAYBILL_SMTP_URL and WAYBILL_SMTP_FROM, and restart it.",
  operator: "Emails are not allowed for your account yet. You run this installation: allow them on",
};

function OwnHindrance({ hindrance, accountId }: { hindrance: string; accountId: string }) {
  const environment = useEnvironment();
  if (hindrance !== "operator") return ownHindrances[hindrance];
  return (
    <>
      {ownHindrances[hindrance]}{" "}
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link
            to="/$environment/operator/accounts/$accountId"
            params={{ environment, accountId }}
            {...props}
          />
        )}
      >
        your account's page under Operator
      </Anchor>
      .
    </>
  );
}

/** Whether recipients get emails at the moments of a delivery that concern them. */
export function RecipientMail({ account }: { account: AccountView }) {
  const { recipient_mail: isOn, recipient_mail_blocked_by: hindrance } = account;
  const environment = useEnvironment();
  const { may, refusal } = usePermissions();
  const isOperator = useIsOperator();
  const mayChange = may("account:write");
  const change = useAction(
    (recipient_mail: boolean) => patch("/platform/account", { recipient_mail }, { environment }),
    { changes: ["/platform/account", "/audit"] },
  );
  return (
    <Section
      title="Emails to recipients"
      lead="One for each moment of a delivery, with a link to its page and one that stops further emails."
    >
      <ActionProblem problem={change.error} />
      {hindrance && (
        <Notice tone="quiet">
          {isOperator && hindrance in ownHindrances ? (
            <OwnHindrance hindrance={hindrance} accountId={account.id} />
          ) : (
            (hindrances[hindrance] ?? hindrance)
          )}
        </Notice>
      )}
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
