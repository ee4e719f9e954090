import { readFileSync } from "node:fs";
import { type Cidrs, parseCidrs } from "../../infra/net/address.ts";
import { checkTargetUrl } from "../../infra/net/target-url.ts";
import { secretKeyBytes } from "../../infra/vault.ts";

/** How a setting is written and parsed. `parse` throws an error that says what is allowed. */
export interface Kind<T> {
  /** Empty for an on/off setting: its flag alone turns it on. */
  placeholder: string;
  parse(text: string): T;
  /** Never shown. */
  isSecret?: true;
  /** Of a secret kind: whether this text is one; left out where each is. */
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

export function setting<T>(kind: Kind<T>, standard: T, shown: string, help: string): Setting<T> {
  return { kind, default: standard, shown, help };
}

export const text: Kind<string> = {
  placeholder: "TEXT",
  parse(value) {
    if (value.trim() === "") throw new Error("must not be empty");
    return value;
  },
};

/** Null for none. */
export const folder: Kind<string | null> = { placeholder: "FOLDER", parse: text.parse };

/** Null for none. */
export const file: Kind<string | null> = { placeholder: "FILE", parse: text.parse };

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

/** An address to listen on; null for none. */
export const listenAddress: Kind<{ hostname: string; port: number } | null> = {
  placeholder: "HOST:PORT",
  parse(value) {
    const [, hostname = "", port = ""] = /^(\[[\da-fA-F:.]+\]|[^\s:[\]]+):(\d{1,5})$/.exec(value) ?? [];
    if (hostname === "" || Number(port) > 65_535) {
      throw new Error("must be an address and a port, such as 127.0.0.1:9100 or [::1]:9100");
    }
    return { hostname: hostname.replace(/^\[|\]$/g, ""), port: Number(port) };
  },
};

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

export const seed: Kind<string | null> = {
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

export const origin: Kind<string | null> = {
  placeholder: "URL",
  parse(value) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const plain =
      url !== undefined &&
      url.pathname === "/" &&
      url.search === "" &&
      url.hash === "" &&
      url.username === "" &&
      url.password === "";
    if (!plain || !/^https?:$/.test(url.protocol)) {
      throw new Error(
        "must be http:// or https:// with a host and no path, such as https://waybill.example.com",
      );
    }
    return url.origin;
  },
};

/** The base of a server's URLs, without a final slash. The operator names it, so it may have any address. */
export const serverUrl: Kind<string | null> = {
  placeholder: "URL",
  parse(value) {
    const check = checkTargetUrl(value.trim(), {
      allow: parseCidrs(["0.0.0.0/0", "::/0"]),
      httpAllowed: true,
    });
    if (!check.ok || check.url.search !== "") {
      throw new Error(
        "must be http:// or https:// with a host, on port 80, 443 or 1024 and above, such as http://127.0.0.1:5000",
      );
    }
    return check.url.href.replace(/\/+$/, "");
  },
};

export const origins: Kind<readonly string[]> = {
  placeholder: "URL,…|*",
  parse(value) {
    if (value.trim() === "*") return ["*"];
    if (value.includes("*")) throw new Error("must list each origin in full, or be * alone to allow all");
    return value.split(",").map((entry) => String(origin.parse(entry.trim())));
  },
};

export const cidrs: Kind<Cidrs> = {
  placeholder: "CIDR,…",
  parse: (value) => parseCidrs(value.split(",").filter((entry) => entry.trim() !== "")),
  toJson: (blocks) => blocks.map(([address, prefixBits]) => `${address}/${prefixBits}`),
};

export const tilesUrl: Kind<string | null> = {
  placeholder: "URL",
  parse(value) {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const isWhole = ["{z}", "{x}", "{y}"].every((part) => value.includes(part));
    // The origin becomes part of a content security policy.
    const isPlainHost = /^[\w.:[\]-]+$/.test(url?.host ?? "");
    if (!url || !/^https?:$/.test(url.protocol) || !isPlainHost || !isWhole) {
      throw new Error(
        "must be http:// or https:// with a host, {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png",
      );
    }
    return value;
  },
};

const scheduleAttemptsMax = 50;
const scheduleSecondsMax = 7 * 86_400;

export const schedule: Kind<readonly number[] | null> = {
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

export const secretKey: Kind<Uint8Array | null> = {
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

export const smtpUrl: Kind<string | null> = {
  placeholder: "URL",
  isSecret: true,
  holdsSecret: (value) => URL.parse(value.trim())?.password !== "",
  parse(value) {
    const url = URL.canParse(value.trim()) ? new URL(value.trim()) : undefined;
    if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
      throw new Error(
        "must be smtp:// or smtps:// with a host, such as smtps://user:password@mail.example.com",
      );
    }
    return url.href;
  },
};

export const mailAddress: Kind<string | null> = {
  placeholder: "ADDRESS",
  parse(value) {
    const address = /<([^<>]+)>$/.exec(value)?.[1] ?? value;
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address) || /[\r\n]/.test(value)) {
      throw new Error(
        "must be an email address, such as waybill@example.com or Waybill <waybill@example.com>",
      );
    }
    return value;
  },
};

/** The content of a file, trimmed. @throws Error */
export function readSecretFile(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new Error(`names a file that cannot be read (${(error as { code?: string }).code})`, {
      cause: error,
    });
  }
}
