import { Section } from "../../components/section.tsx";
import { ShortcutsSwitch } from "../../finder/help.tsx";

/** Keys of the dashboard, per browser. */
export function ShortcutsSection() {
  return (
    <Section title="Keyboard" lead="Press ? on any page for the list of shortcuts.">
      <ShortcutsSwitch />
    </Section>
  );
}
