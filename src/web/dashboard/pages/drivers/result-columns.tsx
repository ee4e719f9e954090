import { Button, NativeSelect, Text, TextInput } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { ShipmentLink } from "../../components/links.tsx";
import type { Column } from "../../components/table-row.tsx";
import { WindowText } from "../../components/window-text.tsx";
import { humanize } from "../../format.ts";
import { useSide } from "../../side.ts";
import { asksFor, type Choice, type Line, reasons, results } from "./results.ts";
import { type Change, fieldId, focusField, type Send } from "./use-lines.ts";

/** The columns of the table in which results are entered. */

export function columnsOf(change: Change, send: Send, mayEnter: boolean): Column<Line>[] {
  const onEnter = (line: Line) => (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    send(line);
  };
  const isShut = ({ state }: Line) => !mayEnter || state !== "open";
  return [
    { title: "Stop", main: true, cell: (line) => <StopOfLine line={line} /> },
    {
      title: "Result",
      cell: (line) =>
        line.state !== "saved" && (
          <Letters
            id={fieldId(line.stop.id, "result")}
            label={`Result, ${nameOf(line)}`}
            choices={results[line.stop.kind]}
            value={line.entered.result}
            isDisabled={isShut(line)}
            isResult
            onChoose={(result) => {
              const next = asksFor({ ...line.entered, result }) ? "more" : "time";
              focusField(line.stop.id, next, () => change(line.stop.id, { result, reason: "" }));
            }}
            onKeyDown={onEnter(line)}
          />
        ),
    },
    {
      title: "Who or why",
      cell: (line) => {
        const asked = line.state === "saved" ? null : asksFor(line.entered);
        if (asked === "reason") {
          return (
            <Letters
              id={fieldId(line.stop.id, "more")}
              label={`Reason, ${nameOf(line)}`}
              choices={reasons}
              value={line.entered.reason}
              isDisabled={isShut(line)}
              onChoose={(reason) => change(line.stop.id, { reason })}
              onKeyDown={onEnter(line)}
            />
          );
        }
        return (
          asked === "who" && (
            <TextInput
              id={fieldId(line.stop.id, "more")}
              aria-label={`Received by, ${nameOf(line)}`}
              placeholder="Name or initials"
              autoComplete="off"
              maxLength={100}
              size="xs"
              miw="8rem"
              value={line.entered.who}
              disabled={isShut(line)}
              onChange={({ currentTarget }) => change(line.stop.id, { who: currentTarget.value })}
              onKeyDown={onEnter(line)}
            />
          )
        );
      },
    },
    {
      title: "Time",
      cell: (line) =>
        line.state !== "saved" && (
          <TextInput
            id={fieldId(line.stop.id, "time")}
            aria-label={`Time, ${nameOf(line)}`}
            placeholder="now"
            autoComplete="off"
            inputMode="numeric"
            maxLength={5}
            size="xs"
            w="4rem"
            value={line.entered.time}
            disabled={isShut(line)}
            onChange={({ currentTarget }) => change(line.stop.id, { time: currentTarget.value })}
            onKeyDown={onEnter(line)}
          />
        ),
    },
    {
      title: "Save",
      actions: true,
      cell: (line) =>
        line.state === "saved" ? (
          <CorrectIt line={line} />
        ) : (
          mayEnter && (
            <Button
              size="xs"
              variant="default"
              // Enter saves from every field.
              tabIndex={-1}
              loading={line.state === "sending"}
              aria-label={`Save ${nameOf(line)}`}
              onClick={() => send(line)}
            >
              Save
            </Button>
          )
        ),
    },
  ];
}

const nameOf = ({ stop: { kind, address } }: Line) => `${humanize(kind)}, ${address.line1 ?? address.city}`;

function StopOfLine({ line }: { line: Line }) {
  const { contact, tracking_number, window, address } = line.stop;
  const lacks = lackedProof(line);
  return (
    <>
      <Text size="sm" fw={600}>
        {nameOf(line)}
      </Text>
      <Text size="xs" c="dimmed">
        {[contact?.company ?? contact?.name, tracking_number].filter(Boolean).join(" · ")}
        {window && (
          <>
            {" · "}
            <WindowText window={window} place={address} />
          </>
        )}
      </Text>
      {lacks !== "" && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: "normal" }}>
          The proof will say that it lacks: {lacks}.
        </Text>
      )}
      <WordsOfLine line={line} />
    </>
  );
}

/** What the shipment requires and a dispatcher cannot enter. */
function lackedProof({ stop: { kind, requirements } }: Line): string {
  if (kind !== "delivery" || requirements === null) return "";
  const { signature, photo, pin, min_age } = requirements;
  return [signature && "signature", photo && "photo", pin && "PIN", min_age !== null && "age"]
    .filter(Boolean)
    .join(", ");
}

/** What was saved, or why it was not. */
function WordsOfLine({ line: { state, words } }: { line: Line }) {
  if (words === "") return null;
  const isSaved = state === "saved";
  return (
    <Text
      size="sm"
      role={isSaved ? "status" : "alert"}
      style={{ whiteSpace: "normal" }}
      {...(!isSaved && { c: "var(--mantine-color-error)" })}
    >
      {isSaved ? `Saved: ${words}` : words}
    </Text>
  );
}

/** A wrong key is put right on the shipment's page. An operator has none. */
function CorrectIt({ line: { stop } }: { line: Line }) {
  const { environment, isInstallation } = useSide();
  if (isInstallation) return null;
  return (
    <ShipmentLink environment={environment} id={stop.shipment_id} size="sm">
      Correct
    </ShipmentLink>
  );
}

interface LettersProps {
  id: string;
  label: string;
  choices: readonly Choice[];
  value: string;
  isDisabled: boolean;
  /** Whether a saved line leads here. */
  isResult?: boolean;
  onChoose(value: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** A choice of one letter; a mouse and a phone open it as a list. */
function Letters({ id, label, choices, value, isDisabled, isResult, onChoose, onKeyDown }: LettersProps) {
  return (
    <NativeSelect
      id={id}
      aria-label={label}
      size="xs"
      miw="8rem"
      data={[
        { value: "", label: "" },
        ...choices.map((choice) => ({ value: choice.value, label: `${choice.letter} · ${choice.label}` })),
      ]}
      value={value}
      disabled={isDisabled}
      {...(isResult && !isDisabled && { "data-result": "" })}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      onKeyDown={(event) => {
        onKeyDown(event);
        const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
        const found = choices.find(({ letter }) => letter === event.key.toUpperCase());
        if (!isPlain || found === undefined) return;
        // The browser would look for a word that begins so, and on some systems open the list.
        event.preventDefault();
        onChoose(found.value);
      }}
    />
  );
}
