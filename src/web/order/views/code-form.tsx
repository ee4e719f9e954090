/** @jsxImportSource preact */
import { useRef, useState } from "preact/hooks";
import type { Problem } from "../../browser/problem.ts";
import { useForm } from "../context.ts";
import { keepDevice } from "../device.ts";
import { enterCode, sendCode } from "../server.ts";
import type { SentCode } from "../wire.ts";
import { TextField } from "./field.tsx";
import { ProblemAlert } from "./problem.tsx";

const codePattern = /^\d{6}$/;

/** Makes this device one of the customer's: a code goes to the mail that the firm knows. */
export function CodeForm({ onKnown }: { onKnown: () => void }) {
  const { form, texts, language, firm } = useForm();
  const { mine } = texts;
  const [sent, setSent] = useState<SentCode>();
  const [problem, setProblem] = useState<Problem>();
  const isBusy = useRef(false);
  async function send() {
    if (isBusy.current) return;
    isBusy.current = true;
    const { value, problem: refusal } = await sendCode(language);
    isBusy.current = false;
    setProblem(refusal);
    if (value) setSent(value);
  }
  if (!form.sends_codes) return <p>{mine.noEmail(firm)}</p>;
  if (sent !== undefined)
    return <Entering key={sent.expires_at} sent={sent} again={send} onKnown={onKnown} />;
  return (
    <>
      <p>{mine.why(firm)}</p>
      <ProblemAlert problem={problem} />
      <div class="actions">
        <button type="button" class="primary" onClick={() => void send()}>
          {mine.send}
        </button>
      </div>
    </>
  );
}

interface EnteringProps {
  sent: SentCode;
  again: () => Promise<void>;
  onKnown: () => void;
}

function Entering({ sent, again, onKnown }: EnteringProps) {
  const { texts, named } = useForm();
  const { mine, problems } = texts;
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const [isWrong, setWrong] = useState(false);
  const isBusy = useRef(false);
  const place = useRef<HTMLFormElement>(null);
  function refuse() {
    setWrong(true);
    setProblem(undefined);
    place.current?.querySelector("input")?.focus();
  }
  async function enter() {
    const typed = code.replaceAll(/\s/g, "");
    if (!codePattern.test(typed)) return refuse();
    const { value, problem: refusal } = await enterCode(typed);
    if (refusal?.code === "order_code_wrong") return refuse();
    setWrong(false);
    setProblem(refusal);
    if (!value?.secret) return;
    keepDevice(value.secret);
    onKnown();
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    void enter().finally(() => {
      isBusy.current = false;
    });
  }
  return (
    <form ref={place} onSubmit={submit} noValidate>
      <p role="status">{sent.code === null ? mine.sent(named(sent.sent_to)) : mine.sandboxCode(sent.code)}</p>
      <TextField
        id="code"
        label={mine.code}
        fault={isWrong ? problems.wrongCode : undefined}
        class="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        dir="ltr"
        value={code}
        onInput={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <ProblemAlert problem={problem} />
      <div class="actions">
        <button type="submit" class="primary">
          {mine.show}
        </button>
        <button type="button" onClick={() => void again()}>
          {mine.again}
        </button>
      </div>
    </form>
  );
}
