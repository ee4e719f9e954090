import { Anchor, Box, Text } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import { minuteMs } from "../../../infra/units.ts";
import type { OperatorNeedView } from "../../../operator/overview-schema.ts";
import { Notice } from "../components/notice.tsx";
import { useEnvironment } from "../environment.ts";
import { formatCount } from "../format.ts";
import { useRead } from "../queries.ts";

/** How often the frame asks: there is no stream of the installation. */
const pollMs = minuteMs / 4;
/** Accounts that are named; the overview has all of them. */
const accountsNamedMax = 3;

/**
 * On every page of an operator what is wrong with the installation, and whose endpoints keep their own deliveries
 * waiting; nothing while all is well.
 */
export function InstallationAlerts() {
  const { data: needs } = useRead("/operator/needs", {
    refetchInterval: pollMs,
  });
  const own = needs?.data.filter((need) => need.account_id === null && isWrong(need)) ?? [];
  const endpoints = needs?.data.filter(({ kind }) => kind === "endpoint") ?? [];
  if (own.length + endpoints.length === 0) return null;
  return (
    <Box mb="lg">
      <Notice tone={own.length > 0 ? "bad" : "warn"} role="alert">
        {own.map((need) => (
          <Text key={need.id} inherit>
            {need.message} <Remedy need={need} />
          </Text>
        ))}
        {endpoints.slice(0, accountsNamedMax).map(({ id, account_id, account_name, message }) => (
          <Text key={id} inherit className="wrapping">
            {account_name}: {message}{" "}
            <PageLink
              to="/$environment/operator/accounts/$accountId"
              params={{ accountId: account_id ?? "" }}
            >
              View account
            </PageLink>
          </Text>
        ))}
        {endpoints.length > accountsNamedMax && (
          <Text inherit>
            {formatCount(endpoints.length - accountsNamedMax)} more endpoints are in trouble.{" "}
            <PageLink to="/$environment/operator">View all</PageLink>
          </Text>
        )}
      </Notice>
    </Box>
  );
}

/** What is missing before people rely on the installation is wrong only once they do. */
function isWrong({ remedy, is_urgent }: OperatorNeedView): boolean {
  return remedy === null || is_urgent;
}

function Remedy({ need: { kind, remedy } }: { need: OperatorNeedView }) {
  if (remedy !== null) return <PageLink to="/$environment/operator">View what ends it</PageLink>;
  const isOfJobs = kind === "job_delayed" || kind === "job_failed";
  return isOfJobs ? (
    <PageLink to="/$environment/operator/jobs">View jobs</PageLink>
  ) : (
    <PageLink to="/$environment/operator/storage">View storage</PageLink>
  );
}

function PageLink({ to, params, children }: { to: LinkProps["to"]; params?: object; children: string }) {
  const environment = useEnvironment();
  return (
    <Anchor
      inherit
      c="inherit"
      renderRoot={(props) => <Link to={to} params={{ environment, ...params }} {...props} />}
    >
      {children}
    </Anchor>
  );
}
