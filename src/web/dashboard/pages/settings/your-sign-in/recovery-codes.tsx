import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Snippet } from "../../../components/snippet.tsx";
import { saveFile } from "../../../save-file.ts";

interface RecoveryCodesProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows new recovery codes, once, so a slip must not close the dialog. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const text = codes.join("\n");
  return (
    <Dialog onClose={onClose} title="Save your recovery codes" isKept>
      <Stack>
        <Notice tone="warn">Save these codes now. They won't be shown again.</Notice>
        <Text size="sm">
          If you lose your phone, sign in with one of these codes instead. Each code works once.
        </Text>
        <Snippet label="Recovery codes" text={text} />
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            onClick={() => saveFile("waybill-recovery-codes.txt", `${text}\n`, "text/plain")}
          >
            Download
          </Button>
          <Button onClick={onClose}>I have saved them</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
