import { Code, Tooltip, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { copyText } from "./copy.tsx";

const shownCharacters = 6;
const doneMs = 1_500;

/** An id as `shp_…4k2m9x`; whole beside the pointer, and in the clipboard when it is pressed. */
export function Identifier({ id }: { id: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await copyText(id);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), doneMs);
  };
  return (
    <Tooltip label={isCopied ? "Copied" : id}>
      <UnstyledButton onClick={copy}>
        <VisuallyHidden>Copy </VisuallyHidden>
        <Code>{`${id.slice(0, id.indexOf("_") + 1)}…${id.slice(-shownCharacters)}`}</Code>
      </UnstyledButton>
    </Tooltip>
  );
}
