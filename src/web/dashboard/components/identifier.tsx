import { Code, Tooltip, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { CopyAnnouncement, useCopy } from "./copy.tsx";

const shownCharacters = 6;

interface IdentifierProps {
  id: string;
  /** Where there is room for all of it. */
  isWhole?: boolean;
}

/** An id, shortened to `shp_…4k2m9x`: the tooltip shows all of it, and a press copies it. */
export function Identifier({ id, isWhole = false }: IdentifierProps) {
  const { outcome, copy } = useCopy(id);
  return (
    <>
      <Tooltip label={outcome === "copied" ? "Copied" : id}>
        <UnstyledButton onClick={copy}>
          <VisuallyHidden>Copy </VisuallyHidden>
          {outcome === "refused" ? (
            <Code ref={selectAll}>{id}</Code>
          ) : (
            <Code>{isWhole ? id : shortId(id)}</Code>
          )}
        </UnstyledButton>
      </Tooltip>
      <CopyAnnouncement outcome={outcome} />
    </>
  );
}

/** `shp_…4k2m9x` */
export function shortId(id: string): string {
  return `${id.slice(0, id.indexOf("_") + 1)}…${id.slice(-shownCharacters)}`;
}

function selectAll(place: Element | null): void {
  if (place) getSelection()?.selectAllChildren(place);
}
