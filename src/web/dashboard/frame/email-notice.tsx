import { Box, Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { post } from "../../browser/api.ts";
import { Notice } from "../components/notice.tsx";
import { useAction } from "../queries.ts";

/** Offers to send the verification link. */
export function EmailNotice({ email }: { email: string }): ReactNode {
  const sending = useAction(() => post("/auth/email-verification"), { changes: [] });
  const text = sending.isSuccess
    ? `Link sent to ${email}. It works for 24 hours.`
    : (sending.error?.detail ?? "Verify your email address to receive notices.");
  return (
    <Box mb="lg">
      <Notice tone="quiet">
        <Group justify="space-between" gap="xs">
          <Text inherit role="status">
            {text}
          </Text>
          {!sending.isSuccess && (
            <Button
              size="compact-sm"
              variant="default"
              loading={sending.isPending}
              onClick={() => sending.mutate(undefined)}
            >
              Send link
            </Button>
          )}
        </Group>
      </Notice>
    </Box>
  );
}
