import { Group, Image, List, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { RecoveryCodesView } from "@/access/accounts/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { Snippet } from "../../../components/snippet.tsx";
import { useAction } from "../../../queries.ts";

/** What an authenticator app needs to make codes. */
export interface NewSecondFactorView {
  secret: string;
  uri: string;
  qr_svg: string;
}

/** Paths to read again after the second factor changed. */
export const secondFactorChanges = ["/auth/second-factor", "/auth/session", "/account/members", "/audit"];

const sidePx = 180;

interface SetUpSecondFactorProps {
  factor: NewSecondFactorView;
  onClose: () => void;
  onDone: (codes: RecoveryCodesView) => void;
}

/** Shows the QR code. The second factor is on once a code from the app has been entered. */
export function SetUpSecondFactor({ factor, onClose, onDone }: SetUpSecondFactorProps) {
  const form = useForm({ mode: "uncontrolled", initialValues: { code: "" } });
  const confirm = useAction((input: { code: string }) => post("/auth/second-factor/confirmation", input), {
    changes: secondFactorChanges,
    success: "The second factor is on.",
    onDone,
  });
  return (
    <Dialog onClose={onClose} title="Set up the second factor" size="lg" isKept>
      <Form form={form} send={confirm.mutateAsync} submit="Turn on" onCancel={onClose}>
        <Text size="sm">
          You need an authenticator app, for example Aegis, Google Authenticator or a password manager.
        </Text>
        <Group align="start" gap="lg">
          <Image
            src={`data:image/svg+xml,${encodeURIComponent(factor.qr_svg)}`}
            alt="QR code for your authenticator app"
            w={sidePx}
            h={sidePx}
            radius="sm"
          />
          <Stack flex="1 1 16rem" miw={0} gap="sm">
            <List type="ordered" size="sm" spacing={4}>
              <List.Item>Scan the QR code with the app, or enter the key by hand.</List.Item>
              <List.Item>Enter the code that the app shows.</List.Item>
            </List>
            <Snippet label="Key" text={factor.secret} />
          </Stack>
        </Group>
        <TextInput
          label="Code"
          description="Six digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...form.getInputProps("code")}
        />
      </Form>
    </Dialog>
  );
}
