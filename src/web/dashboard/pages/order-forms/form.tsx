import { Group, Stack, Text } from "@mantine/core";
import { Outlet } from "@tanstack/react-router";
import { ObjectError } from "../../components/object-error.tsx";
import { Page } from "../../components/page.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { FormState, PauseText } from "./state.tsx";
import { useOrderForm } from "./use-form.ts";

const base = "/$environment/order-forms/$formId";
const tabs = [
  { label: "Orders", to: base, isExact: true },
  { label: "Link", to: `${base}/link` },
  { label: "Statement", to: `${base}/statement` },
  { label: "Settings", to: `${base}/settings` },
] as const;

/** The header of a form's pages. */
export function OrderFormPage() {
  const { formId, data: form, error } = useOrderForm();
  if (error && !form) return <ObjectError problem={error} kind="order form" />;
  if (!form) return <PageSkeleton />;
  return (
    <Page
      title={form.name}
      windowName={form.name}
      lead={
        <Group component="span" gap="sm">
          <FormState form={form} />
          <Text span size="sm">
            {form.customer.name}
            {form.paused_until !== null && ". "}
            <PauseText form={form} />
          </Text>
        </Group>
      }
    >
      <Stack>
        <TabLinks label="Order form" tabs={tabs} params={{ formId }} />
        <Outlet />
      </Stack>
    </Page>
  );
}
