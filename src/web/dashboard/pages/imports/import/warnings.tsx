import { List, Text } from "@mantine/core";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { Section } from "../../../components/section.tsx";
import { fieldLabel } from "./fields.ts";
import { rowName } from "./row-name.ts";
import { useRows } from "./use-import.ts";

/** What looks wrong in rows that can be created. */
export function Warnings({ list }: { list: ImportView }) {
  const rows = (useRows(list, "valid")?.data ?? []).filter(({ warnings }) => warnings.length > 0);
  if (rows.length === 0) return null;
  return (
    <Section title="Look at these" lead="Waybill creates them all the same.">
      <List size="sm" spacing={4}>
        {rows.flatMap((row) =>
          row.warnings.map(({ field, code, detail }) => (
            <List.Item key={`${row.row} ${field} ${code}`}>
              <Text span size="sm">
                Row {row.row}, {rowName(list, row)}: {field !== null && `${fieldLabel(list.kind, field)} `}
                {detail}
              </Text>
            </List.Item>
          )),
        )}
      </List>
    </Section>
  );
}
