import { Anchor, SimpleGrid, Stack, Text } from "@mantine/core";
import type { OperatorStorageView } from "@/operator/schema.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Meter } from "../../components/meter.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { formatBytes, formatMebibytes, formatSeconds } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { Backups } from "./backups.tsx";

/** How often the page asks: there is no stream of storage. */
const lookEveryMs = 5_000;

/** Problems are shown above every page of an operator. */
export function StoragePage() {
  const storage = useRead("/operator/storage", { refetchInterval: lookEveryMs });
  if (storage.data === undefined) {
    return storage.error ? <ProblemAlert problem={storage.error} /> : <PageSkeleton />;
  }
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <Stack gap="lg">
          <Process storage={storage.data} />
          <StreetMap map={storage.data.map} />
        </Stack>
        <Databases storage={storage.data} />
      </SimpleGrid>
      <Backups />
    </Stack>
  );
}

function Process({ storage }: { storage: OperatorStorageView }) {
  const { version, started_at, data_folder, free_bytes, min_free_bytes } = storage;
  return (
    <Section title="Installation">
      <Facts>
        <Fact label="Version">Waybill {version}</Fact>
        <Fact label="Running since">
          <Time at={started_at} />
        </Fact>
        <Fact label="Data folder" isCode>
          {data_folder}
        </Fact>
        <Fact label="Free space">{free_bytes === null ? "Not known yet" : formatBytes(free_bytes)}</Fact>
        <Fact label="Writes stop below">{formatMebibytes(min_free_bytes)} free</Fact>
      </Facts>
    </Section>
  );
}

const guide = "/docs/guides/streets";

function StreetMap({ map }: { map: OperatorStorageView["map"] }) {
  const lead = map ? undefined : "There is no map file, so maps within a town show no streets.";
  return (
    <Section title="Streets on maps" lead={lead}>
      <Stack gap="md">
        {map?.fault && <Text c="red">The file {map.fault}.</Text>}
        {map && (
          <Facts>
            <Fact label="File" isCode>
              {map.file}
            </Fact>
            <Fact label="Size">{formatBytes(map.size_bytes)}</Fact>
            {map.modified_at && (
              <Fact label="Changed">
                <Time at={map.modified_at} />
              </Fact>
            )}
            {map.bounds && <Fact label="Bounds">{formatBounds(map.bounds)}</Fact>}
            {map.min_zoom !== null && (
              <Fact label="Zooms">
                {map.min_zoom} to {map.max_zoom}
              </Fact>
            )}
          </Facts>
        )}
        <Anchor href={guide} size="sm">
          Guide: streets on your maps
        </Anchor>
      </Stack>
    </Section>
  );
}

/** "41.77° N, 87.80° W to 41.97° N, 87.58° W": the south-west and the north-east corner. */
function formatBounds([west = 0, south = 0, east = 0, north = 0]: readonly number[]): string {
  const corner = (latitude: number, longitude: number) =>
    `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? "S" : "N"}, ${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? "W" : "E"}`;
  return `${corner(south, west)} to ${corner(north, east)}`;
}

function Databases({ storage: { databases } }: { storage: OperatorStorageView }) {
  const total = databases.reduce(
    (sum, { size_bytes, log_size_bytes }) => sum + size_bytes + log_size_bytes,
    0,
  );
  return (
    <Section title="Databases" lead={`${formatBytes(total)} in total, including logs.`}>
      <Stack gap="lg">
        {databases.map(({ name, size_bytes, log_size_bytes, schema, last_sync_age_seconds: age }) => (
          <Stack key={name} gap="sm">
            <Meter
              label={name}
              amount={`${formatBytes(size_bytes)} + ${formatBytes(log_size_bytes)} log`}
              share={(size_bytes + log_size_bytes) / total}
            />
            <Facts>
              <Fact label="Schema" isCode>
                {schema}
              </Fact>
              <Fact label="Last sync">{age === null ? "Not needed" : `${formatSeconds(age)} ago`}</Fact>
            </Facts>
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}
