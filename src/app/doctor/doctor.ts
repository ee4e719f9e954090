import { type Diagnosis, type Finding, stateOf, wrong } from "../../infra/backups/diagnosis.ts";
import { toTimestamp } from "../../infra/clock.ts";
import { damageRemedy, isDamage, quoted } from "../../infra/db/damage.ts";
import { examineAuthorities } from "./authorities.ts";
import { erasedData, waitingErasures } from "./erasures.ts";
import {
  examineFolder,
  examineForeignKeys,
  examineIntegrity,
  examineMigrations,
  examineSpace,
} from "./files.ts";
import { examineMap } from "./map.ts";
import { describe } from "./moments.ts";
import { type OpenDatabase, openPatient, type Patient, platforms, readable } from "./patient.ts";
import { examineRateCards } from "./rate-cards.ts";
import { examineRules } from "./rule.ts";
import { rules } from "./rules.ts";
import { examineSecrets } from "./secrets.ts";

interface Examination {
  /** What it looks at, for the progress bar. */
  readonly about: string;
  /** The database that it reads; undefined for several. */
  readonly database?: OpenDatabase;
  run(): Finding | Finding[] | Promise<Finding | Finding[]>;
}

interface DoctorOptions {
  dataDir: string;
  config: Patient["config"];
  nativeBinding: string | undefined;
  now: number;
  /** Called before each examination with what it looks at and the share that is done, 0 to 1. */
  onExamine(about: string, share: number): void;
}

/**
 * Examines a data folder without changing it; a server may write to it meanwhile. It blocks its thread, and reads
 * everything.
 * @throws DataFolderError if a database is missing, misplaced, or of a newer version
 */
export async function examineDataFolder(options: DoctorOptions): Promise<Diagnosis> {
  const { dataDir, config, nativeBinding, now, onExamine } = options;
  using patient = openPatient(dataDir, config, now, nativeBinding);
  const checks: Finding[] = [];
  const examinations = examinationsOf(patient);
  for (const [index, examination] of examinations.entries()) {
    onExamine(examination.about, index / examinations.length);
    checks.push(...(await examine(examination, checks)));
  }
  const databases = patient.databases.map(describe);
  return { data: dataDir, checked_at: toTimestamp(now), state: stateOf(checks), databases, checks };
}

function examinationsOf(patient: Patient): Examination[] {
  const files = patient.databases.flatMap((database): Examination[] => [
    { about: `${database.name}.db`, database, run: () => examineIntegrity(database) },
    { about: `${database.name}.db, foreign keys`, database, run: () => examineForeignKeys(database) },
    { about: `${database.name}.db, migrations`, database, run: () => examineMigrations(database) },
  ]);
  const cards = platforms(patient).map((database) => ({
    about: `${database.name}.db, rate cards`,
    database,
    run: () => examineRateCards(database),
  }));
  const waiting = waitingErasures(patient);
  const subjects = new Set(rules.map(({ about }) => about));
  // Before they are repeated, each of them has come back.
  if (waiting) subjects.delete(erasedData);
  return [
    { about: "the folder", run: () => examineFolder(patient) },
    { about: "disk space", run: () => examineSpace(patient) },
    { about: "the map file", run: () => examineMap(patient) },
    { about: "certificates", run: () => examineAuthorities(patient) },
    ...files,
    ...[...subjects].flatMap((about) => byRules(patient, about)),
    ...cards,
    { about: "secrets", run: () => examineSecrets(patient) },
    ...(waiting ? [{ about: erasedData, run: () => waiting }] : []),
  ];
}

/** What is examined by the rules about a subject, database by database. */
function byRules(patient: Patient, about: string): Examination[] {
  const accounts = readable(patient, "accounts");
  return [...(accounts ? [accounts] : []), ...platforms(patient)].flatMap((database) => {
    const isOfAccounts = database.name === "accounts";
    const own = rules.filter(
      (rule) => rule.about === about && (rule.database === "accounts") === isOfAccounts,
    );
    if (own.length === 0) return [];
    return [
      {
        about: `${database.name}.db, ${about}`,
        database,
        run: () => examineRules(own, database, patient),
      },
    ];
  });
}

/** Of a damaged database, one finding is enough. */
async function examine({ database, run }: Examination, before: readonly Finding[]): Promise<Finding[]> {
  const isKnown = (finding: Finding) =>
    finding.check === "integrity" && finding.state === "error" && finding.database === database?.name;
  if (database !== undefined && before.some(isKnown)) return [];
  try {
    return [await run()].flat();
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (before.some(({ check, state }) => check === "integrity" && state === "error")) return [];
    const where = { check: "integrity", database: database?.name ?? null };
    const remedy = database ? damageRemedy(database.file) : "check the disk (dmesg, smartctl)";
    return [wrong(where, `A database is damaged (${quoted(error.message)}).`, remedy)];
  }
}
