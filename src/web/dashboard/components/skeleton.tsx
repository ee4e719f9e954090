import { Skeleton, Stack, Title } from "@mantine/core";

/** A page that is loading. `name`: what its heading says meanwhile. */
export function PageSkeleton({ name }: { name?: string }) {
  return (
    <Stack aria-busy="true" aria-label="Loading" role="status">
      {name === undefined ? (
        <Skeleton h={28} w={180} />
      ) : (
        <Title order={1} aria-hidden>
          {name}
        </Title>
      )}
      <Skeleton h={16} w="60%" />
      <Skeleton h={240} mt="md" />
    </Stack>
  );
}
