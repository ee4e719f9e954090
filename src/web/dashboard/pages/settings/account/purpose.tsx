import { Select, Text } from "@mantine/core";
import { type Purpose, purposes } from "@/access/accounts/account.ts";
import { patch } from "@/web/browser/api.ts";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { purposeChanges, purposeNames, usePurpose } from "../../../first-steps/purpose.ts";
import { usePermissions } from "../../../permissions.ts";
import { useAction } from "../../../queries.ts";

const data = purposes.map((value) => ({ value, label: purposeNames[value] }));

/** What the account is for, which decides the first steps. */
export function PurposeSection() {
  const environment = useEnvironment();
  const purpose = usePurpose();
  const { may, refusal } = usePermissions();
  const mayChange = may("account:write");
  const change = useAction(
    (chosen: Purpose) => patch("/platform/account", { purpose: chosen }, { environment }),
    { changes: purposeChanges, success: "Saved." },
  );
  return (
    <Section title="First steps" lead="What the dashboard leads you through until the first delivery.">
      <ActionProblem problem={change.error} />
      <Select
        label="What you use Waybill for"
        placeholder="Not chosen"
        data={data}
        allowDeselect={false}
        disabled={!mayChange}
        value={change.isPending ? change.variables : purpose}
        onChange={(chosen) => chosen && change.mutate(chosen as Purpose)}
      />
      {!mayChange && (
        <Text size="sm" c="dimmed">
          {refusal}
        </Text>
      )}
    </Section>
  );
}
