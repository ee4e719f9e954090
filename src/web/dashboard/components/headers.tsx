import { Table } from "@mantine/core";

/** The headers of a request or response. */
export function Headers({ headers, label }: { headers: Readonly<Record<string, string>>; label: string }) {
  return (
    <Table aria-label={label} layout="fixed" verticalSpacing={4} horizontalSpacing={0} className="headers">
      <Table.Tbody>
        {Object.entries(headers).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
