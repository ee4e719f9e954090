import { type Catalog, useTexts } from "../../texts.ts";
import { en, type Texts } from "./texts/en.ts";

const catalog: Catalog<Texts> = { en };

export const useRequestTexts = () => useTexts(catalog);
