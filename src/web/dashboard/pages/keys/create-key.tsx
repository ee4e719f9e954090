import { Checkbox, Fieldset, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { CreateKey, KeyWithSecretView } from "@/access/keys/schema.ts";
import { type Scope, scopes } from "@/access/model.ts";
import { toTimestamp } from "@/infra/clock.ts";
import { dayMs } from "@/infra/units.ts";
import { post } from "../../../browser/api.ts";
import { pageNow } from "../../../browser/clock.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useEnvironment } from "../../environment.ts";
import { useAction } from "../../queries.ts";
import { environmentLooks } from "../../theme.ts";
import { useKeyTexts } from "./texts.ts";

/** Paths to read again after a key was created, rotated or revoked. */
export const keyChanges = ["/keys", "/audit"];

const never = "never";
interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (key: KeyWithSecretView) => void;
}

interface Values extends Record<string, unknown> {
  name: string;
  /** Days, or `never`. */
  expires_at: string;
  scopes: Scope[];
}

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const environment = useEnvironment();
  const texts = useKeyTexts();
  const lifetimes = [
    { value: never, label: texts.never },
    { value: "30", label: texts.in30Days },
    { value: "90", label: texts.in90Days },
    { value: "365", label: texts.inYear },
  ];
  const form = useForm<Values>({ initialValues: { name: "", expires_at: never, scopes: [...scopes] } });
  const create = useAction((input: CreateKey, idempotencyKey) => post("/keys", input, { idempotencyKey }), {
    changes: keyChanges,
    onDone: onCreated,
  });
  // A retry must send the same request, so the expiry counts from when the dialog opened.
  const [openedAt] = useState(() => pageNow());
  const send = ({ name, scopes, expires_at }: Values) =>
    create.mutateAsync({ name, environment, scopes, expires_at: expiryOf(expires_at, openedAt) });
  return (
    <Dialog onClose={onClose} title={texts.createTitle(environmentLooks[environment].word.toLowerCase())}>
      <Form form={form} send={send} submit={texts.createSubmit} onCancel={onClose}>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          placeholder={texts.nameExample}
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <Select
          label={texts.expires}
          data={lifetimes}
          allowDeselect={false}
          {...form.getInputProps("expires_at")}
        />
        <Checkbox.Group {...form.getInputProps("scopes")}>
          <Fieldset legend={texts.permissions}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
              {scopes.map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} size="xs" />
              ))}
            </SimpleGrid>
          </Fieldset>
        </Checkbox.Group>
      </Form>
    </Dialog>
  );
}

function expiryOf(lifetime: string, from: number): string | null {
  return lifetime === never ? null : toTimestamp(from + Number(lifetime) * dayMs);
}
