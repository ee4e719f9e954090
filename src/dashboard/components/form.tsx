import { Button, Group, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { isProblem, type Problem } from "../api.ts";
import { ProblemAlert } from "./problem.tsx";

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

/** A form of the API: what it says of single fields stands beside them, the rest above. */
export function Form<Values extends Record<string, unknown>>(props: FormProps<Values>) {
  const { form, send, submit, isDangerous = false, isDisabled = false, onCancel, cancel = "Cancel" } = props;
  const [problem, setProblem] = useState<Problem | null>(null);
  const handle = form.onSubmit(async (values) => {
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      if (!isProblem(error)) throw error;
      setProblem(placeProblem(form, error));
    }
  });
  return (
    <form onSubmit={handle} noValidate>
      <Stack>
        <ProblemAlert problem={problem} />
        {props.children}
        <Group justify={onCancel ? "end" : "start"} gap="xs">
          {onCancel && (
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
        </Group>
      </Stack>
    </form>
  );
}

/** The members of a form that placing needs, whatever its values are. */
interface Fields {
  getInputNode: (path: string) => HTMLElement | null;
  setErrors: (errors: Record<string, string>) => void;
}

/**
 * `#/delivery/contact/name` belongs beside `delivery.contact.name`. Returns the problem if it says more than its
 * fields, or some of it has no field in the form.
 */
function placeProblem(form: Fields, problem: Problem): Problem | null {
  const all = (problem.errors ?? []).map(({ pointer, detail }) => ({ path: pathOf(pointer ?? ""), detail }));
  const placed = all.filter(({ path }) => form.getInputNode(path) !== null);
  form.setErrors(Object.fromEntries(placed.map(({ path, detail }) => [path, sentenceOf(detail)])));
  const isAllPlaced = placed.length > 0 && placed.length === all.length;
  return isAllPlaced && problem.code === "validation_failed" ? null : problem;
}

/** A JSON pointer, RFC 6901, as the form names the same field. */
function pathOf(pointer: string): string {
  const names = pointer.replace(/^#\/?/, "").split("/");
  return names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}

/** `must not be blank` → `Must not be blank.` */
function sentenceOf(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
