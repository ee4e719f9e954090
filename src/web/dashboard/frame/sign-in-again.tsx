import { Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "../components/dialog.tsx";
import { SignInForm } from "../components/sign-in-form.tsx";

/** Covers the page when the session has ended, and keeps its input for the same person. */
export function SignInAgain({ email }: { email: string }) {
  const client = useQueryClient();
  const goOn = () => {
    notifications.show({ message: "Signed in. Submit unsaved changes again." });
    void client.invalidateQueries();
  };
  return (
    <Dialog title="Sign in" isCover>
      <Stack>
        <Text size="sm">Your session has ended. Sign in to continue where you left off.</Text>
        <SignInForm email={email} onDone={goOn} />
      </Stack>
    </Dialog>
  );
}
