import { Elysia } from "elysia";
import { archiveType } from "../infra/backups/archive.ts";
import type { Deps } from "../infra/deps.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { NoQuery } from "../infra/http/schema.ts";
import { OperatorBackupFiles, OperatorBackups } from "./backup-schema.ts";
import { getBackup, getBackups, openArchive, startBackup, startRestoreCheck } from "./backups.ts";

const tags = ["Operator"] as const;
const access = { kind: "operator" } as const;

export const backupRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/operator/backups" })
    .use(withSession)
    .get("", () => getBackups(deps), {
      query: NoQuery,
      response: { 200: OperatorBackups },
      detail: operation(access, {
        operationId: "listOperatorBackups",
        tags,
        summary: "List backups",
        description:
          "The backups in the folder of the daily ones, what is known of those in S3-compatible storage, and the progress of one that is being taken.",
      }),
    })
    .post("", ({ session }) => startBackup(deps, session), {
      query: NoQuery,
      response: { 200: OperatorBackups, 202: OperatorBackups },
      detail: operation(access, {
        operationId: "takeOperatorBackup",
        tags,
        summary: "Take a backup now",
        description:
          "Begins a backup in a process of its own, and its upload to S3-compatible storage where that is set up, and responds at once. `running` shows its progress, and `last_failure` why it failed. One backup runs at a time. The newest `keep` backups stay.",
        isRepeatable: true,
        answer: { pending: "running" },
        problems: ["backups_not_set_up", "backup_running"],
      }),
    })
    .get("/:name", ({ params: { name }, session }) => getBackup(deps, session, name), {
      query: NoQuery,
      response: { 200: OperatorBackupFiles },
      detail: operation(access, {
        operationId: "getOperatorBackup",
        tags,
        summary: "Read a backup's files and checksums",
        description: "What a download of it holds. Needs a confirmed session, as the download does.",
        problems: ["confirmation_required"],
      }),
    })
    .post("/:name/check", ({ params: { name }, session }) => startRestoreCheck(deps, session, name), {
      query: NoQuery,
      response: { 200: OperatorBackups, 202: OperatorBackups },
      detail: operation(access, {
        operationId: "checkOperatorBackup",
        tags,
        summary: "Restore a backup for a check",
        description:
          "Begins to restore the backup into a temporary folder beside it, examines the copy and removes it. Responds at once; `restore_check` has the result. One check runs at a time, in a process of its own.",
        isRepeatable: true,
        answer: { pending: "checking" },
        problems: ["backup_running"],
      }),
    })
    .get(
      "/:name/archive",
      async ({ params: { name }, session, request }) => {
        const headers = {
          "content-disposition": `attachment; filename="${encodeURIComponent(name)}.tar"`,
          "content-type": archiveType,
          "cache-control": "no-store",
        };
        const body = await openArchive(deps, session, name);
        // Bun would wait for the body.
        if (request.method !== "HEAD") return new Response(body, { headers });
        await body.cancel();
        return new Response(null, { headers });
      },
      {
        query: NoQuery,
        detail: operation(access, {
          operationId: "downloadOperatorBackup",
          tags,
          summary: "Download a backup",
          description:
            "Streams the backup as a tar archive: one folder with the databases, their checksums (`sha256sum -c SHA256SUMS`) and `backup.json`. It holds everything of all accounts, and no secret key. Needs a confirmed session, and the audit log records it.",
          problems: ["confirmation_required", "limit_reached"],
          answer: { mediaTypes: { [archiveType]: null }, file: true },
        }),
      },
    );
