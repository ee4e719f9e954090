import { Card, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { AccountView } from "../../../../delivery/account/schema.ts";
import { patch } from "../../api.ts";
import { Form } from "../../components/form.tsx";
import { NumberField, type NumberValue } from "../../components/number-field.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { useEnvironment } from "../../environment.ts";
import { useAction, useRead } from "../../queries.ts";

/** For how long the account keeps the personal data of finished shipments. */
export function RetentionCard() {
  const environment = useEnvironment();
  const account = useRead<AccountView>("/platform/account", { environment });
  return (
    <Card withBorder padding="lg">
      <Stack>
        <div>
          <Title order={2}>Personal data</Title>
          <Text size="sm" c="dimmed">
            Waybill can erase names, addresses and pictures some days after a shipment's end.
          </Text>
        </div>
        <ProblemAlert problem={account.data ? null : account.error} />
        {account.isPending && <Skeleton h={60} aria-busy="true" />}
        {account.data && <Days account={account.data} />}
      </Stack>
    </Card>
  );
}

function Days({ account }: { account: AccountView }) {
  const environment = useEnvironment();
  const max = account.retention_days_max;
  const form = useForm<{ retention_days: NumberValue }>({
    initialValues: { retention_days: account.retention_days ?? "" },
  });
  const save = useAction(
    ({ retention_days: days }: typeof form.values) =>
      patch<AccountView>("/platform/account", { retention_days: days === "" ? null : days }, { environment }),
    {
      changes: ["/platform/account", "/audit"],
      success: ({ retention_days: days }) =>
        days === null
          ? "Personal data follows the installation."
          : `Personal data is erased after ${days} days.`,
    },
  );
  return (
    <Form form={form} send={save.mutateAsync} submit="Save" needs={["account:write"]}>
      <NumberField
        label="Days after a shipment's end"
        description={
          max === null
            ? "Empty: it is kept. This cannot be undone for shipments that are erased."
            : `At most ${max}. Empty: ${max}, as the operator set.`
        }
        {...form.getInputProps("retention_days")}
      />
    </Form>
  );
}
