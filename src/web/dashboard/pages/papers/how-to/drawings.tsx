import type { ReactNode } from "react";
import type { HowToTexts } from "./texts/en.ts";

/** What a step looks like, in lines that a printer draws well. */

export type Step = {
  [Who in "rider" | "dispatcher" | "shop"]: keyof HowToTexts[Who]["steps"];
}["rider" | "dispatcher" | "shop"];

const phone = <rect x="14" y="4" width="20" height="40" rx="4" />;
const sheet = <path d="M11 4h26v40H11z" />;
const barcode = <path d="M17 22v12M21 22v12M25 22v12M29 22v12" />;
const box = <path d="M6 16h36v26H6zM6 16l5-10h26l5 10M24 6v10" />;
const person = <path d="M10 42v-6a10 10 0 0 1 20 0v6M20 22a7 7 0 1 0 0-14a7 7 0 0 0 0 14z" />;
const circle = <circle cx="24" cy="24" r="19" />;

const shapes: Readonly<Record<Step, ReactNode>> = {
  connect: (
    <>
      {phone}
      <path d="M21 27l6-6M20 22l-2 2a3.5 3.5 0 0 0 5 5l2-2M28 26l2-2a3.5 3.5 0 0 0-5-5l-2 2" />
    </>
  ),
  duty: (
    <>
      <rect x="4" y="14" width="40" height="20" rx="10" />
      <circle cx="34" cy="24" r="6" fill="currentColor" />
    </>
  ),
  pickup: (
    <>
      {box}
      {barcode}
    </>
  ),
  handover: (
    <>
      {sheet}
      <path d="M16 12h16M16 34c4-10 6 6 9-2s4 4 7 0" />
    </>
  ),
  absent: (
    <>
      <path d="M12 4h24v40H12zM6 44h36" />
      <path d="M19 17l10 10M29 17L19 27" />
    </>
  ),
  changed: (
    <>
      {phone}
      <path d="M24 12v14M24 32v1" />
    </>
  ),
  offline: (
    <>
      <path d="M5 19a27 27 0 0 1 38 0M12 27a17 17 0 0 1 24 0M19 34a7 7 0 0 1 10 0M24 40v1" />
      <path d="M6 6l36 36" />
    </>
  ),
  trouble: (
    <path d="M9 5l8-1l4 10l-6 4a22 22 0 0 0 15 15l4-6l10 4l-1 8c-1 4-4 5-8 5C19 43 5 29 4 13c0-4 1-7 5-8z" />
  ),
  morning: <path d="M4 36h40M12 36a12 12 0 0 1 24 0M24 6v10M7 17l6 6M41 17l-6 6M10 43h28" />,
  orders: (
    <>
      {sheet}
      <path d="M16 12h16M16 20h16M16 28h16M16 36h8" />
    </>
  ),
  assign: (
    <>
      {person}
      <path d="M44 24H34M38 19l-5 5l5 5" />
    </>
  ),
  needs: <path d="M24 5l20 37H4zM24 18v12M24 35v2" />,
  out: (
    <>
      {person}
      <path d="M34 18h10" />
    </>
  ),
  late: (
    <>
      {circle}
      <path d="M24 11v13l9 6" />
    </>
  ),
  load: (
    <>
      {circle}
      <path d="M19 16v16M29 16v16" />
    </>
  ),
  open: <path d="M4 8h40v32H4zM4 17h40M9 12.500h1M14 12.500h1M18 28h12M26 23l5 5l-5 5" />,
  fill: (
    <>
      {sheet}
      <path d="M16 12h16M16 20h16M18 37l1-5l12-12l4 4l-12 12z" />
    </>
  ),
  price: (
    <>
      <path d="M4 5h18l22 22l-17 17L4 22z" />
      <circle cx="14" cy="14" r="3" />
    </>
  ),
  label: (
    <>
      {sheet}
      {barcode}
      <path d="M16 12h16" />
    </>
  ),
  ready: (
    <>
      {box}
      <path d="M16 28l6 6l11-11" />
    </>
  ),
  follow: (
    <>
      <path d="M30 27c-7-9-8-11-8-14a8 8 0 0 1 16 0c0 3-1 5-8 14z" />
      <path d="M30 34c0 10-22-2-22 9" strokeDasharray="4 4" />
    </>
  ),
};

export function Drawing({ step }: { step: Step }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width="20mm"
      height="20mm"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[step]}
    </svg>
  );
}
