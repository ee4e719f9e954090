import { Button, Group, Stack } from "@mantine/core";
import { IconAddressBook } from "@tabler/icons-react";
import { useState } from "react";
import { patch, post } from "@/web/browser/api.ts";
import { isProblem, type Problem } from "@/web/browser/problem.ts";
import { placeProblem } from "../../../components/form.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useMay } from "../../../permissions.ts";
import { useAction } from "../../../queries.ts";
import { atStop, contactOf } from "./known-values.ts";
import type { StopName } from "./stop-fields.tsx";
import type { StopValues } from "./stop-values.ts";

interface SaveContactProps {
  form: { setErrors: (errors: Record<string, string>) => void };
  stop: StopName;
  values: StopValues;
  /** The contact that filled the stop, which is changed then. */
  contactId: string | undefined;
  onSaved: (contactId: string) => void;
}

/** Keeps who and where the stop is. Nothing else makes a contact. */
export function SaveContact({ form, stop, values, contactId, onSaved }: SaveContactProps) {
  const environment = useEnvironment();
  const mayWrite = useMay("contacts:write");
  const [problem, setProblem] = useState<Problem | null>(null);
  const { mutateAsync, isPending } = useAction(
    (input: ReturnType<typeof contactOf>, idempotencyKey) =>
      contactId === undefined
        ? post("/platform/contacts", input, { environment, idempotencyKey })
        : patch(`/platform/contacts/${contactId}`, input, { environment }),
    {
      changes: ["/platform/contacts", "/platform/recipients/search"],
      success: ({ name }) => `${name} is saved as a contact.`,
      onDone: ({ id }) => onSaved(id),
    },
  );
  if (!mayWrite || values.contact.name.trim() === "") return null;
  async function save() {
    setProblem(null);
    try {
      await mutateAsync(contactOf(values));
    } catch (error) {
      if (!isProblem(error)) throw error;
      setProblem(placeProblem(form, document.documentElement, atStop(error, stop)));
    }
  }
  return (
    <Stack gap="xs" mt="sm">
      <ActionProblem problem={problem} />
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconAddressBook size={16} />}
          loading={isPending}
          onClick={() => void save()}
        >
          {contactId === undefined ? "Save as contact" : "Save changes to the contact"}
        </Button>
      </Group>
    </Stack>
  );
}
