import { Button, Group } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { addressOf } from "@/web/browser/api.ts";
import type { Problem } from "@/web/browser/problem.ts";
import { directionOf } from "@/web/language/language.ts";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import type { PaperBasis } from "./use-paper.ts";

interface PaperProps {
  /** Of the page on the dashboard. */
  title: string;
  lead: string;
  /** Undefined until all of it is there: half a paper must not be printed. */
  paper: PaperBasis | undefined;
  problem: Problem | null;
  /** What chooses the paper; it is not printed. */
  choice?: ReactNode;
  children: (paper: PaperBasis) => ReactNode;
}

/** A page to print, on A4 or Letter. Only the sheet itself is printed. */
export function Paper({ title, lead, paper, problem, choice, children }: PaperProps) {
  return (
    <Page
      title={title}
      lead={lead}
      action={
        <Button
          leftSection={<IconPrinter size={18} />}
          disabled={paper === undefined}
          onClick={() => window.print()}
        >
          Print
        </Button>
      }
    >
      {choice && <Group align="end">{choice}</Group>}
      <ProblemAlert problem={paper ? null : problem} />
      {paper === undefined && problem === null && <PageSkeleton />}
      {paper && (
        <article
          className="paper"
          lang={paper.account.language}
          dir={directionOf(paper.account.language)}
          aria-label={title}
        >
          {children(paper)}
          {paper.account.environment === "sandbox" && <p className="paper-note">{paper.texts.sandbox}</p>}
        </article>
      )}
    </Page>
  );
}

/** The top of a sheet: whose it is, what it is, and of whom and when. */
export function PaperHead({ paper, title, facts }: { paper: PaperBasis; title: string; facts: ReactNode[] }) {
  const { name, brand, environment } = paper.account;
  const { logo_image_id: logo } = brand;
  return (
    <header className="paper-head">
      <p className="paper-brand">
        {logo !== null && <img alt="" src={addressOf(`/platform/account/images/${logo}`, environment)} />}
        {name}
      </p>
      <h2>{title}</h2>
      <p className="paper-facts">
        {facts.filter(Boolean).map((fact, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fact is what stands at its place
          <span key={place}>{fact}</span>
        ))}
      </p>
    </header>
  );
}

/** A text that keeps its own direction within a line of another: a name, a number, a time. */
export function Own({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>;
}
