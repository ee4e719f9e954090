import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

interface SecretModalProps {
  title: string;
  /** Null where the response that contained it was lost. */
  secret: string | null;
  /** What to do in that case, for secrets that a repeated request does not show again. */
  lost?: string;
  warning: string;
  onClose: () => void;
  /** Renders the secret. */
  children: (secret: string) => ReactNode;
}

/** Shows a secret once, so a slip must not close the dialog. */
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
