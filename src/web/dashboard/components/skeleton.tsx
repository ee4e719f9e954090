import { Skeleton, Stack } from "@mantine/core";

/** A page that is loading. */
export function PageSkeleton() {
  return (
    <Stack aria-busy="true" aria-label="Loading" role="status">
      <Skeleton h={28} w={180} />
      <Skeleton h={16} w="60%" />
      <Skeleton h={240} mt="md" />
    </Stack>
  );
}
