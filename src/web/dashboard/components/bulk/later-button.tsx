import { Button } from "@mantine/core";
import { IconClockShare } from "@tabler/icons-react";
import { useState } from "react";
import { useSide } from "../../side.ts";
import { useLazy } from "../lazy.ts";
import { Permitted } from "../permitted.tsx";

interface LaterButtonProps {
  /** Shipments whose deliveries come later. */
  ids: readonly string[];
  /** What the page calls them, by id. */
  names?: ReadonlyMap<string, string>;
  /** Paths to read again afterwards. */
  changes: readonly string[];
  isDisabled?: boolean;
  /** What did not move stays selected. */
  keep?: (ids: readonly string[]) => void;
}

const loadDialog = async () => (await import("./move-dialog.tsx")).MoveDialog;

/** Opens the dialog in which people are promised another time. Its ids are those of when it opened. */
export function LaterButton({ ids, names, changes, isDisabled = false, keep }: LaterButtonProps) {
  const side = useSide();
  const [opened, setOpened] = useState<readonly string[]>();
  const Dialog = useLazy(opened !== undefined, loadDialog);
  return (
    <Permitted needs={side.needing("dispatch:write")}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconClockShare size={16} />}
        disabled={isDisabled}
        loading={opened !== undefined && Dialog === undefined}
        onClick={() => setOpened(ids)}
      >
        Later…
      </Button>
      {opened && Dialog && (
        <Dialog
          side={side}
          ids={opened}
          names={names}
          changes={changes}
          keep={keep}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Permitted>
  );
}
