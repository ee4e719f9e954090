import { Group, Image, Text } from "@mantine/core";
import favicon from "../assets/favicon.svg";

/** The logo with the name; in a narrow header without it. */
export function Logo({ isAlone = false }: { isAlone?: boolean }) {
  return (
    <Group gap={8} wrap="nowrap" justify={isAlone ? "center" : "start"}>
      <Image src={favicon} alt="" w={26} h={26} />
      <Text fw={700} {...(!isAlone && { visibleFrom: "xs" })}>
        Waybill
      </Text>
    </Group>
  );
}
