import { SimpleGrid, Stack } from "@mantine/core";
import type { OperatorStorageView } from "../../../operator/schema.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Meter } from "../../components/meter.tsx";
import { Notice } from "../../components/notice.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { bytesInFigures, msInFigures, secondsInFigures } from "../../figures.ts";
import { useRead } from "../../queries.ts";

/** No stream tells of storage. */
const lookEveryMs = 5_000;
/** A healthy disk is done within milliseconds. */
const slowSyncMs = 1_000;

export function StoragePage() {
  const storage = useRead<OperatorStorageView>("/operator/storage", { refetchInterval: lookEveryMs });
  if (storage.data === undefined) {
    return storage.error ? <ProblemAlert problem={storage.error} /> : <PageSkeleton />;
  }
  return (
    <Stack gap="lg">
      <Warnings storage={storage.data} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: "start" }}>
        <Process storage={storage.data} />
        <Databases storage={storage.data} />
      </SimpleGrid>
    </Stack>
  );
}

function Warnings({ storage: { writes_refused, sync_running_ms } }: { storage: OperatorStorageView }) {
  return (
    <>
      {writes_refused && (
        <Notice tone="bad" role="alert">
          There is too little space on the disk: writes are refused until there is more.
        </Notice>
      )}
      {sync_running_ms > slowSyncMs && (
        <Notice tone="bad" role="alert">
          The disk has been busy with one sync for {msInFigures(sync_running_ms)}; answers to writes wait for
          it.
        </Notice>
      )}
    </>
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
        <Fact label="Free space">{free_bytes === null ? "not known yet" : bytesInFigures(free_bytes)}</Fact>
        <Fact label="Writes need">{bytesInFigures(min_free_bytes)}</Fact>
      </Facts>
    </Section>
  );
}

function Databases({ storage: { databases } }: { storage: OperatorStorageView }) {
  const total = databases.reduce(
    (sum, { size_bytes, log_size_bytes }) => sum + size_bytes + log_size_bytes,
    0,
  );
  return (
    <Section title="Databases" lead={`${bytesInFigures(total)} in all, logs included.`}>
      <Stack gap="lg">
        {databases.map(({ name, size_bytes, log_size_bytes, schema, last_sync_age_seconds: age }) => (
          <Stack key={name} gap="sm">
            <Meter
              label={name}
              told={`${bytesInFigures(size_bytes)} + ${bytesInFigures(log_size_bytes)} log`}
              share={(size_bytes + log_size_bytes) / total}
            />
            <Facts>
              <Fact label="Schema" isCode>
                {schema}
              </Fact>
              <Fact label="Last sync">
                {age === null ? "nothing waits for it" : `${secondsInFigures(age)} ago`}
              </Fact>
            </Facts>
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}
