import type { PageLanguage } from "@/delivery/model/model.ts";

/** What people write above a column, by language; commas part the words. */
export type HeaderWords = Readonly<Record<PageLanguage, string>>;
