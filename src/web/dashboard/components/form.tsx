import { Button, Code, Group, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FieldProblem, isProblem, isSessionOver, type Problem, unreachable } from "../api.ts";
import { ActionProblem } from "./problem.tsx";

interface FormProps<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  /** Sends it; throws the API's Problem. */
  send: (values: Values) => Promise<unknown>;
  /** What the button says. */
  submit: string;
  /** For what destroys something. */
  isDangerous?: boolean;
  isDisabled?: boolean;
  onCancel?: () => void;
  /** What the button says that leaves everything as it is. */
  cancel?: string;
  children: ReactNode;
}

/**
 * A form of the API: what it says of single fields stands beside them, the rest above. The first that is wrong is
 * gone to, and how many there are is told beside the button; and so is that no answer came.
 */
export function Form<Values extends Record<string, unknown>>(props: FormProps<Values>) {
  const { form, send, submit, isDangerous = false, isDisabled = false, onCancel, cancel = "Cancel" } = props;
  const isAsked = onCancel !== undefined;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refusal, setRefusal] = useState<Refusal>();
  const isUnanswered = problem?.code === unreachable.code;
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) goToFault(place.current);
  }, [refusal]);
  const handle = form.onSubmit(
    async (values) => {
      setProblem(null);
      setRefusal(undefined);
      try {
        await send(values);
      } catch (error) {
        if (!isProblem(error)) throw error;
        // The sign-in then stands over the page; what was typed is sent by another press.
        if (isSessionOver(error)) return;
        setProblem(placeProblem(form, place.current, error));
        setRefusal({ requestId: error.request_id });
      }
    },
    () => setRefusal({ requestId: undefined }),
  );
  return (
    <form ref={place} onSubmit={handle} noValidate>
      <Stack>
        {!isUnanswered && <ActionProblem problem={problem} />}
        {props.children}
        {isUnanswered && <ActionProblem problem={problem} />}
        <Group justify={isAsked ? "end" : "start"} gap="xs">
          {isAsked && (
            <Button variant="default" onClick={onCancel}>
              {cancel}
            </Button>
          )}
          <Button
            type="submit"
            {...(isDangerous && { color: "red.8" })}
            disabled={isDisabled}
            loading={form.submitting}
          >
            {submit}
          </Button>
          <Faults count={Object.keys(form.errors).length} requestId={refusal?.requestId} isFirst={isAsked} />
        </Group>
      </Stack>
    </form>
  );
}

/** That it was not sent, or not taken; each is another one. */
interface Refusal {
  requestId: string | undefined;
}

interface FaultsProps extends Refusal {
  count: number;
  /** Before the buttons, where these stand at the end. */
  isFirst: boolean;
}

/** How many fields are wrong, said aloud as it changes. */
function Faults({ count, requestId, isFirst }: FaultsProps) {
  return (
    <Text
      role="status"
      size="sm"
      c="var(--mantine-color-error)"
      {...(isFirst && { flex: 1, style: { order: -1 } })}
    >
      {count > 0 && (
        <>
          {count === 1 ? "One field needs another look." : `${count} fields need another look.`}
          {requestId !== undefined && (
            <>
              {" "}
              Request <Code>{requestId}</Code>
            </>
          )}
        </>
      )}
    </Text>
  );
}

/** The first field that is wrong, or else what is said of the whole. */
function goToFault(place: HTMLElement | null): void {
  const fault = place?.querySelector("[aria-invalid=true]") ?? place?.querySelector("[role=alert]");
  if (fault instanceof HTMLElement) fault.focus();
}

/** The member of a form that placing needs, whatever its values are. */
interface Fields {
  setErrors: (errors: Record<string, string>) => void;
}

/**
 * `#/delivery/contact/name` belongs beside `delivery.contact.name`. Returns what is left of the problem: what has no
 * field in the form, and what it says beyond its fields.
 */
function placeProblem(form: Fields, place: HTMLElement | null, problem: Problem): Problem | null {
  const hasField = ({ pointer }: FieldProblem) =>
    place?.querySelector(`[data-path="${CSS.escape(pathOf(pointer))}"]`);
  const placed = problem.errors?.filter(hasField) ?? [];
  const rest = problem.errors?.filter((error) => !placed.includes(error)) ?? [];
  form.setErrors(
    Object.fromEntries(placed.map(({ pointer, detail }) => [pathOf(pointer), sentenceOf(detail)])),
  );
  const isAllPlaced = placed.length > 0 && rest.length === 0;
  return isAllPlaced && problem.code === "validation_failed" ? null : { ...problem, errors: rest };
}

/** A JSON pointer, RFC 6901, as the form names the same field. */
function pathOf(pointer = ""): string {
  const names = pointer.replace(/^#\/?/, "").split("/");
  return names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}

/** `must not be blank` → `Must not be blank.` */
function sentenceOf(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
