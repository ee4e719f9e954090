import { Code, Tooltip, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Told, useCopy } from "./copy.tsx";

const shownCharacters = 6;

/** An id as `shp_…4k2m9x`; whole beside the pointer, and in the clipboard when it is pressed. */
export function Identifier({ id }: { id: string }) {
  const { outcome, copy } = useCopy(id);
  const short = `${id.slice(0, id.indexOf("_") + 1)}…${id.slice(-shownCharacters)}`;
  return (
    <>
      <Tooltip label={outcome === "copied" ? "Copied" : id}>
        <UnstyledButton onClick={copy}>
          <VisuallyHidden>Copy </VisuallyHidden>
          {outcome === "refused" ? <Code ref={selectAll}>{id}</Code> : <Code>{short}</Code>}
        </UnstyledButton>
      </Tooltip>
      <Told outcome={outcome} />
    </>
  );
}

function selectAll(place: Element | null): void {
  if (place) getSelection()?.selectAllChildren(place);
}
