import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

interface SecretModalProps {
  title: string;
  /** Null where the answer that had it got lost. */
  secret: string | null;
  /** What to do then. */
  lost: string;
  warning: string;
  onClose: () => void;
  /** Shows it. */
  children: (secret: string) => ReactNode;
}

/** The only time that a secret is shown: no slip closes it. */
export function SecretModal({ title, secret, lost, warning, onClose, children }: SecretModalProps) {
  return (
    <Dialog onClose={onClose} title={title} size="lg" isKept>
      <Stack>
        {secret === null ? (
          <Notice tone="bad">{lost}</Notice>
        ) : (
          <>
            <Notice tone="warn">{warning}</Notice>
            {children(secret)}
          </>
        )}
        <Group justify="end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
