import { secretKeyBytes } from "../secrets/vault.ts";

/** How a setting is written and parsed. `parse` throws an error that says what is allowed. */
export interface Kind<T> {
  /** Empty for an on/off setting: its flag alone turns it on. */
  placeholder: string;
  parse(text: string): T;
  /** Never shown. */
  isSecret?: true;
  /** Whether this text has one. Left out where each of a secret kind has, and of others none. */
  holdsSecret?(text: string): boolean;
  /** Needed if the value is not JSON. */
  toJson?(value: T): unknown;
}

export interface Setting<T> {
  kind: Kind<T>;
  default: T;
  /** The default as shown in `--help` and in docs/operating.md. */
  shown: string;
  help: string;
}

/** @param shown for a default that does not say itself what it means */
export function setting<T>(
  kind: Kind<T>,
  standard: T,
  help: string,
  shown = String(standard ?? "") || "none",
): Setting<T> {
  return { kind, default: standard, shown, help };
}

export const text: Kind<string> = {
  placeholder: "TEXT",
  parse(value) {
    if (value.trim() === "") throw new Error("must not be empty");
    return value;
  },
};

export const folder: Kind<string> = { placeholder: "FOLDER", parse: text.parse };

export const file: Kind<string> = { placeholder: "FILE", parse: text.parse };

export const integer = (min: number, max: number): Kind<number> => ({
  placeholder: "N",
  parse(value) {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  },
});

export const choice = <const T extends string>(allowed: readonly T[]): Kind<T> => ({
  placeholder: allowed.join("|"),
  parse(value) {
    const found = allowed.find((entry) => entry === value);
    if (found === undefined) throw new Error(`must be one of ${allowed.join(", ")}`);
    return found;
  },
});

export const flag: Kind<boolean> = {
  placeholder: "",
  parse(value) {
    if (value !== "true" && value !== "false") throw new Error("must be true or false");
    return value === "true";
  },
};

const seedCharactersMax = 100;

export const seed: Kind<string> = {
  placeholder: "TEXT",
  parse(value) {
    if (value === "" || value.length > seedCharactersMax) {
      throw new Error(`must have 1 to ${seedCharactersMax} characters`);
    }
    return value;
  },
};

export const simulationSpeed: Kind<number | "instant" | "manual"> = {
  placeholder: "N|instant|manual",
  parse(value) {
    if (value === "instant" || value === "manual") return value;
    const speed = Number(value);
    if (!/^\d+(\.\d+)?$/.test(value) || speed < 0.1 || speed > 1000) {
      throw new Error("must be a number from 0.1 to 1000, instant or manual");
    }
    return speed;
  },
};

const scheduleAttemptsMax = 50;
const scheduleSecondsMax = 7 * 86_400;

export const schedule: Kind<readonly number[]> = {
  placeholder: "SECONDS,…",
  parse(value) {
    const parts = value.split(",").map((entry) => entry.trim());
    const seconds = parts.map(Number);
    const valid = parts.every((part) => /^\d+(\.\d+)?$/.test(part)) && parts.length <= scheduleAttemptsMax;
    if (!valid || seconds.some((wait) => wait > scheduleSecondsMax)) {
      throw new Error(
        `must be 1 to ${scheduleAttemptsMax} waits in seconds, each at most ${scheduleSecondsMax}, such as 0,5,300`,
      );
    }
    return seconds;
  },
};

export const secretKey: Kind<Uint8Array> = {
  placeholder: "KEY",
  isSecret: true,
  parse(value) {
    const text = value.trim();
    const key = Buffer.from(text, /^[\da-f]{64}$/i.test(text) ? "hex" : "base64");
    const isWhole = /^([\da-f]{64}|[\w+/-]{43}=?)$/i.test(text) && key.length === secretKeyBytes;
    if (!isWhole) {
      throw new Error(
        `must be ${secretKeyBytes} random bytes in base64 or hex, as \`openssl rand -base64 ${secretKeyBytes}\` prints`,
      );
    }
    return key;
  },
};

/** In the form of Standard Webhooks 1.0. */
export const signingSecret: Kind<string> = {
  placeholder: "SECRET",
  isSecret: true,
  parse(value) {
    const [, encoded = ""] = /^whsec_([\w+/-]+={0,2})$/.exec(value.trim()) ?? [];
    const { length } = Buffer.from(encoded, "base64");
    if (length >= 24 && length <= 64) return value.trim();
    throw new Error(
      'must be whsec_ and 24 to 64 random bytes in base64, as `echo "whsec_$(openssl rand -base64 32)"` prints',
    );
  },
};

/** A key for the server of somebody else. */
export const apiKey: Kind<string> = {
  placeholder: "KEY",
  isSecret: true,
  parse(value) {
    const key = value.trim();
    if (!/^[\x21-\x7e]{1,500}$/.test(key)) {
      throw new Error("must have 1 to 500 letters, digits and signs, without blanks");
    }
    return key;
  },
};
