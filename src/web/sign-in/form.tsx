/** @jsxImportSource preact */
import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import { passwordLengthMin } from "../../access/accounts/account.ts";
import { capitalized } from "../../infra/text/words.ts";
import { isProblem, type Problem, unreachable } from "../browser/problem.ts";
import { Alert } from "./alert.tsx";

interface FormProps {
  /** Sends it, with what each field holds; throws the API's Problem. */
  send: (textOf: (name: string) => string) => Promise<unknown>;
  /** Label of the button. */
  submit: string;
  children?: ComponentChildren;
}

/** What is wrong with each field. */
const Faults = createContext<Readonly<Record<string, string>>>({});

/** Errors of fields are shown beside them, others above. It focuses the first wrong field. */
export function Form({ send, submit, children }: FormProps) {
  const place = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) focusError(place.current);
  }, [refusals]);

  async function submitOnce(event: Event): Promise<void> {
    event.preventDefault();
    if (isSending || !place.current) return;
    const values = new FormData(place.current);
    setSending(true);
    setProblem(undefined);
    setFaults({});
    try {
      await send((name) => String(values.get(name) ?? ""));
    } catch (error) {
      if (!isProblem(error)) throw error;
      const [placed, rest] = placeErrors(error, (name) => values.has(name));
      setFaults(placed);
      setProblem(rest);
      setRefusals((count) => count + 1);
    } finally {
      setSending(false);
    }
  }
  const forget = ({ target }: Event) => {
    const { [(target as HTMLInputElement).name]: changed, ...others } = faults;
    if (changed !== undefined) setFaults(others);
  };
  const count = Object.keys(faults).length;
  const isUnreachable = problem?.code === unreachable.code;
  return (
    <form ref={place} onSubmit={submitOnce} onInput={forget} noValidate>
      <Faults.Provider value={faults}>
        {problem && !isUnreachable && <Alert problem={problem} />}
        {children}
        {isUnreachable && (
          <p class="alert" role="alert" tabIndex={-1}>
            Not sent: the server did not respond. Try again. The request cannot take effect twice.
          </p>
        )}
        <div class="buttons">
          <button type="submit" disabled={isSending} aria-busy={isSending}>
            {submit}
          </button>
          <p role="status" class="wrong">
            {count > 0 && `Check the ${count === 1 ? "field" : `${count} fields`} marked in red.`}
          </p>
        </div>
      </Faults.Provider>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  description?: string;
  type?: "text" | "email" | "password";
  autoComplete: string;
  value?: string;
  readOnly?: boolean;
  /** Takes the focus when it appears. */
  isNext?: boolean;
}

export function Field({ name, label, description, type = "text", isNext = false, ...input }: FieldProps) {
  const id = useId();
  const fault = useContext(Faults)[name];
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isNext) field.current?.focus();
  }, [isNext]);
  const ids = [description && `${id}-description`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      {description && <p id={`${id}-description`}>{description}</p>}
      <div class="input">
        <input
          ref={field}
          id={id}
          name={name}
          // Preact's types want to know which of them.
          type={(isShown ? "text" : type) as "text"}
          aria-invalid={fault !== undefined}
          autoCapitalize="off"
          spellcheck={false}
          {...(ids !== "" && { "aria-describedby": ids })}
          {...input}
        />
        {type === "password" && (
          // For the pointer: readers of a screen hear what is typed as they have set it.
          <button
            type="button"
            class="eye"
            tabIndex={-1}
            aria-hidden="true"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? "Hide" : "Show"}
          </button>
        )}
      </div>
      {fault && (
        <p id={`${id}-fault`} class="wrong">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Where a person chooses a password. */
export function NewPassword({ label }: { label: string }) {
  return (
    <Field
      name="password"
      type="password"
      label={label}
      description={`At least ${passwordLengthMin} characters, for example four unrelated words`}
      autoComplete="new-password"
    />
  );
}

/** Errors of the fields that there are, and the rest of the problem; undefined where nothing is left to say. */
function placeErrors(
  problem: Problem,
  isField: (name: string) => boolean,
): [Record<string, string>, Problem | undefined] {
  const errors = problem.errors ?? [];
  const nameOf = (pointer = "") => pointer.replace(/^#\//, "");
  const placed = errors.filter(({ pointer }) => isField(nameOf(pointer)));
  const rest = errors.filter((error) => !placed.includes(error));
  const faults = placed.map(({ pointer, detail }) => [nameOf(pointer), `${capitalized(detail)}.`]);
  const isAllPlaced = placed.length > 0 && rest.length === 0 && problem.code === "validation_failed";
  return [Object.fromEntries(faults), isAllPlaced ? undefined : { ...problem, errors: rest }];
}

function focusError(place: HTMLElement | null): void {
  const wrong = place?.querySelector("[aria-invalid=true]") ?? place?.querySelector("[role=alert]");
  if (wrong instanceof HTMLElement) wrong.focus();
}
