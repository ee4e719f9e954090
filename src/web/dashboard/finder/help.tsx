import { Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { hasShortcuts, setShortcuts } from "../shortcuts.ts";
import type { Group as Places } from "./search.ts";

const finderKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

const everywhere = [
  { keys: "/", label: "Search the list" },
  { keys: "j", label: "Next row" },
  { keys: "k", label: "Previous row" },
  { keys: "Enter", label: "Open the row" },
  { keys: "?", label: "Show these shortcuts" },
];

/** The dialog of all shortcuts. */
export function Help({ menu, onClose }: { menu: readonly Places[]; onClose: () => void }) {
  const places = menu.flatMap(({ places }) =>
    places.flatMap(({ keys, label }) => (keys ? [{ keys, label }] : [])),
  );
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Stack>
        <dl className="shortcuts">
          {[{ keys: finderKeys, label: "Find anything" }, ...everywhere, ...places].map(({ keys, label }) => (
            <div key={keys}>
              <dt>{label}</dt>
              <dd>
                <Keys keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
        <ShortcutsSwitch />
      </Stack>
    </Dialog>
  );
}

/** `g s` as keys. */
export function Keys({ keys }: { keys: string }) {
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {keys.split(" ").map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </Group>
  );
}

export function ShortcutsSwitch() {
  const [isOn, setIsOn] = useState(hasShortcuts);
  const change = (on: boolean) => {
    setShortcuts(on);
    setIsOn(on);
  };
  return (
    <Checkbox
      label="Single-key shortcuts"
      description={
        <Text span inherit>
          In this browser. {finderKeys} works either way.
        </Text>
      }
      checked={isOn}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}
