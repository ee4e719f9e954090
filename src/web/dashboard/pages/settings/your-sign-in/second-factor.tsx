import { Button, Group, Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import type { RecoveryCodesView } from "@/access/accounts/schema.ts";
import { post, remove } from "@/web/browser/api.ts";
import { Confirm } from "../../../components/confirm.tsx";
import { ActionProblem, ProblemAlert } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { useAction, useRead } from "../../../queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { type NewSecondFactorView, SetUpSecondFactor, secondFactorChanges } from "./set-up-second-factor.tsx";

const path = "/auth/second-factor";

type Dialog =
  | { kind: "renew" | "off" }
  | { kind: "setup"; factor: NewSecondFactorView }
  /** New codes, to save now. */
  | { kind: "codes"; codes: readonly string[] };

/** A code from the person's phone beside the password. */
export function SecondFactorSection() {
  const factor = useRead(path);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const showCodes = ({ recovery_codes }: RecoveryCodesView) =>
    setDialog({ kind: "codes", codes: recovery_codes });
  return (
    <Section
      title="Second factor"
      lead="An app on your phone shows a code that changes every 30 seconds. You enter it when you sign in, after your password."
    >
      <ProblemAlert problem={factor.data ? null : factor.error} />
      {factor.isPending && <Skeleton h={36} aria-busy="true" />}
      {factor.data?.active_since === null && (
        <SetUpButton onStarted={(begun) => setDialog({ kind: "setup", factor: begun })} />
      )}
      {factor.data && factor.data.active_since !== null && (
        <>
          <Text size="sm">
            <StatusBadge tone="good">On</StatusBadge> {codesLeftText(factor.data.recovery_codes_left)}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setDialog({ kind: "renew" })}>
              New recovery codes…
            </Button>
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              onClick={() => setDialog({ kind: "off" })}
            >
              Turn off…
            </Button>
          </Group>
        </>
      )}
      {dialog?.kind === "setup" && (
        <SetUpSecondFactor factor={dialog.factor} onClose={close} onDone={showCodes} />
      )}
      {dialog?.kind === "renew" && <RenewCodes onClose={close} onDone={showCodes} />}
      {dialog?.kind === "off" && <TurnOff onClose={close} />}
      {dialog?.kind === "codes" && <RecoveryCodes codes={dialog.codes} onClose={close} />}
    </Section>
  );
}

function codesLeftText(count: number): string {
  if (count === 0) return "You have no recovery codes left. Create new ones, in case you lose your phone.";
  return `You have ${count === 1 ? "1 recovery code" : `${count} recovery codes`} left.`;
}

function SetUpButton({ onStarted }: { onStarted: (factor: NewSecondFactorView) => void }) {
  const begin = useAction((_: undefined) => post(path), {
    changes: [],
    onDone: onStarted,
  });
  return (
    <>
      <ActionProblem problem={begin.error} />
      <Group gap="md">
        <StatusBadge tone="quiet">Off</StatusBadge>
        <Button loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
          Set up…
        </Button>
      </Group>
    </>
  );
}

interface RenewCodesProps {
  onClose: () => void;
  onDone: (codes: RecoveryCodesView) => void;
}

function RenewCodes({ onClose, onDone }: RenewCodesProps) {
  const renew = useAction((_: undefined) => post(`${path}/recovery-codes`), {
    changes: secondFactorChanges,
    onDone,
  });
  return (
    <Confirm
      title="Create new recovery codes"
      submit="Create codes"
      send={() => renew.mutateAsync(undefined)}
      onClose={onClose}
    >
      You get ten new codes. The old ones stop working at once.
    </Confirm>
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const turnOff = useAction(() => remove(path), {
    changes: secondFactorChanges,
    success: "The second factor is off. Your password is enough to sign in.",
    onDone: onClose,
  });
  return (
    <Confirm
      title="Turn off the second factor"
      submit="Turn off"
      send={() => turnOff.mutateAsync(undefined)}
      onClose={onClose}
    >
      Whoever knows your password can then sign in as you. Your recovery codes stop working.
    </Confirm>
  );
}
