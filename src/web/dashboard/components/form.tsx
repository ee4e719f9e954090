import { Button, Group, type GroupProps, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { hasSessionEnded, isProblem, type Problem, unreachable } from "../../browser/problem.ts";
import { sentenceOf } from "../format.ts";
import { type Scope, usePermissions } from "../permissions.ts";
import { Notice } from "./notice.tsx";
import { ActionProblem } from "./problem.tsx";

interface FormProps<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  /** Sends it; throws the API's Problem. */
  send: (values: Values) => Promise<unknown>;
  /** Label of the submit button. */
  submit: string;
  /** The action destroys something. */
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** The scopes that sending needs. For people without them the form says so, and takes no input. */
  needs?: readonly Scope[];
  onCancel?: () => void;
  /** Label of the button that changes nothing. */
  cancel?: string | undefined;
  /** How the row of buttons looks. */
  row?: GroupProps;
  /** Beside the buttons, where there is room. */
  hint?: string;
  /** Whether the form has a field that is not on the page now, such as in a part that is closed. */
  hasField?: (path: string) => boolean;
  children: ReactNode;
}

/**
 * A form that sends to the API. Errors of fields are shown beside them, others above. It focuses the first wrong field.
 * Beside the button it says how many fields are wrong, or that the server did not respond.
 */
export function Form<Values extends Record<string, unknown>>(props: FormProps<Values>) {
  const { form, send, submit, isDangerous = false, isDisabled = false, onCancel, cancel = "Cancel" } = props;
  const { may, refusal } = usePermissions();
  const isRefused = !may(...(props.needs ?? []));
  const isInDialog = onCancel !== undefined;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refusals, setRefusals] = useState(0);
  const isUnreachable = problem?.code === unreachable.code;
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) focusError(place.current);
  }, [refusals]);
  const handle = form.onSubmit(
    async (values) => {
      setProblem(null);
      try {
        await send(values);
      } catch (error) {
        if (!isProblem(error)) throw error;
        // The sign-in dialog covers the page; the person submits again afterwards.
        if (hasSessionEnded(error)) return;
        setProblem(placeProblem(form, place.current, error, props.hasField));
        setRefusals((count) => count + 1);
      }
    },
    () => setRefusals((count) => count + 1),
  );
  return (
    <form ref={place} onSubmit={handle} noValidate>
      <Stack>
        {!isUnreachable && <ActionProblem problem={problem} />}
        {!isRefused ? (
          props.children
        ) : (
          <>
            <Notice tone="quiet">{refusal}</Notice>
            <fieldset disabled className="refused">
              {props.children}
            </fieldset>
          </>
        )}
        {isUnreachable && <ActionProblem problem={problem} />}
        <Group justify={isInDialog ? "end" : "start"} gap="xs" {...props.row}>
          {isInDialog && (
            <Button variant="default" onClick={onCancel}>
              {cancel}
            </Button>
          )}
          <Button
            type="submit"
            {...(isDangerous && { color: "red.8" })}
            disabled={isDisabled || isRefused}
            loading={form.submitting}
          >
            {submit}
          </Button>
          <WrongFields count={Object.keys(form.errors).length} isFirst={isInDialog} />
          {props.hint && (
            <Text size="sm" c="dimmed" ml="auto" visibleFrom="sm">
              {props.hint}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface WrongFieldsProps {
  count: number;
  /** Before the buttons. */
  isFirst: boolean;
}

/** How many fields are wrong; screen readers announce it. */
function WrongFields({ count, isFirst }: WrongFieldsProps) {
  return (
    <Text
      role="status"
      size="sm"
      c="var(--mantine-color-error)"
      {...(isFirst && { flex: 1, style: { order: -1 } })}
    >
      {count > 0 && `Check the ${count === 1 ? "field" : `${count} fields`} marked in red.`}
    </Text>
  );
}

/** Focuses the first wrong field, or else the error of the whole form. */
function focusError(place: HTMLElement | null): void {
  const wrong = place?.querySelector("[aria-invalid=true]") ?? place?.querySelector("[role=alert]");
  if (wrong instanceof HTMLElement) wrong.focus();
}

/** The part of a form that `placeProblem` needs. */
interface Fields {
  setErrors: (errors: Record<string, string>) => void;
}

/**
 * Shows errors beside their fields: `#/delivery/contact/name` belongs to `delivery.contact.name`. Returns the rest of
 * the problem: errors without a field in the form, and what it says beyond its fields.
 */
export function placeProblem(
  form: Fields,
  place: HTMLElement | null,
  problem: Problem,
  hasField: (path: string) => boolean = () => false,
): Problem | null {
  const fields = (problem.errors ?? []).map(
    (error) => [error, fieldOf(place, pathOf(error.pointer), hasField)] as const,
  );
  const placed = fields.filter(([, path]) => path !== undefined);
  const rest = fields.filter(([, path]) => path === undefined).map(([error]) => error);
  form.setErrors(Object.fromEntries(placed.map(([{ detail }, path]) => [path, sentenceOf(detail)])));
  const isAllPlaced = placed.length > 0 && rest.length === 0;
  return isAllPlaced && problem.code === "validation_failed" ? null : { ...problem, errors: rest };
}

/** The path of the form's field, or of the one that holds the entry of a list: `zones.0` belongs to `zones`. */
function fieldOf(
  place: HTMLElement | null,
  path: string,
  hasField: (path: string) => boolean,
): string | undefined {
  const isField = (each: string) => place?.querySelector(`[data-path="${CSS.escape(each)}"]`);
  const around = path.replace(/\.\d+$/, "");
  return [path, around].find(isField) ?? [around, path].find(hasField);
}

/** JSON pointer (RFC 6901) → the form's path of the same field. */
function pathOf(pointer = ""): string {
  const names = pointer.replace(/^#\/?/, "").split("/");
  return names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}
