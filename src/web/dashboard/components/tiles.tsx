import { Card, SimpleGrid, Skeleton, Text } from "@mantine/core";

export interface Tile {
  label: string;
  value: string;
  /** A second figure or an explanation. */
  note?: string;
}

/** The most important numbers; labels only while they load. */
export function Tiles({ tiles, isLoading }: { tiles: readonly Tile[]; isLoading: boolean }) {
  return (
    <SimpleGrid component="dl" className="tiles" cols={{ base: 2, md: 4 }} spacing="sm">
      {tiles.map(({ label, value, note }) => (
        <Card key={label} withBorder padding="md">
          <Text component="dt" size="xs" c="dimmed" fw={600}>
            {label}
          </Text>
          <dd aria-busy={isLoading || undefined}>
            {isLoading ? <Skeleton h={44} /> : <TileValue value={value} note={note} />}
          </dd>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function TileValue({ value, note }: { value: string; note: string | undefined }) {
  return (
    <>
      <Text span fz={24} fw={650} lh={1.3} display="block">
        {value}
      </Text>
      <Text span size="xs" c="dimmed" display="block">
        {note ?? "\u00a0"}
      </Text>
    </>
  );
}
