import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";

const doneMs = 1_500;

/** Puts a text into the clipboard. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [isDone, setIsDone] = useState(false);
  const copy = async () => {
    await copyText(text);
    setIsDone(true);
    setTimeout(() => setIsDone(false), doneMs);
  };
  return (
    <Tooltip label={isDone ? "Copied" : label}>
      <ActionIcon variant="subtle" color={isDone ? "green" : "gray"} aria-label={label} onClick={copy}>
        {isDone ? <IconCheck size={18} /> : <IconCopy size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** Over plain HTTP, away from localhost, browsers have no clipboard of the newer kind. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
