import { describe, expect, test } from "bun:test";
import { checkTargetUrl } from "../../../src/infra/net/target-url.ts";

// Every way to write a forbidden IPv4 address that parsers, RFCs and lists of bypasses know of.

const forbidden = [
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "169.254.170.2",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
];

type Octets = readonly [number, number, number, number];
const hex = (value: number, digits = 0) => value.toString(16).padStart(digits, "0");
const octal = (value: number) => `0${value.toString(8)}`;
const low = ([, , c, d]: Octets) => c * 256 + d;
const groups = ([a, b, c, d]: Octets) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const whole = ([a, b, c, d]: Octets) => ((a * 256 + b) * 256 + c) * 256 + d;
const inverted = (octets: Octets) => octets.map((octet) => 255 - octet) as unknown as Octets;
const withDigits = (first: number) => (octets: Octets) =>
  octets.join(".").replace(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)));
const percent = (text: string) => text.replace(/./g, (char) => `%${hex(char.charCodeAt(0), 2)}`);

const spellings: Record<string, (octets: Octets) => string> = {
  "four decimals": (octets) => octets.join("."),
  "with a final dot": (octets) => `${octets.join(".")}.`,
  "one decimal": (octets) => `${whole(octets)}`,
  "one hexadecimal": (octets) => `0x${hex(whole(octets))}`,
  "one hexadecimal, capital X and zeros": (octets) => `0X000000${hex(whole(octets), 8).toUpperCase()}`,
  "one octal": (octets) => octal(whole(octets)),
  "one octal with zeros": (octets) => `0000${octal(whole(octets))}`,
  "two parts": (octets) => `${octets[0]}.${whole([0, octets[1], octets[2], octets[3]])}`,
  "three parts": (octets) => `${octets[0]}.${octets[1]}.${low(octets)}`,
  "hexadecimal parts": (octets) => octets.map((octet) => `0x${hex(octet)}`).join("."),
  "padded hexadecimal parts": (octets) => octets.map((octet) => `0x${hex(octet, 6)}`).join("."),
  "octal parts": (octets) => octets.map(octal).join("."),
  "padded octal parts": (octets) => octets.map((octet) => `000${octal(octet)}`).join("."),
  "mixed parts": ([a, b, c, d]) => `0x${hex(a)}.${octal(b)}.${c}.0x${hex(d)}`,
  "hexadecimal and the rest": (octets) => `0x${hex(octets[0])}.${octets[1]}.0x${hex(low(octets))}`,
  "full-width digits": withDigits(0xff10),
  "mathematical bold digits": withDigits(0x1d7ce),
  "mathematical double-struck digits": withDigits(0x1d7d8),
  "mathematical monospace digits": withDigits(0x1d7f6),
  "superscripts and subscripts": withDigits(0x2080),
  "ideographic dots": (octets) => octets.join("。"),
  "half-width ideographic dots": (octets) => octets.join("｡"),
  "full-width dots": (octets) => octets.join("．"),
  "percent-encoded": (octets) => percent(octets.join(".")),
  "percent-encoded dots": (octets) => octets.join("%2e"),
  "a tab inside": (octets) => octets.join(".\t"),
  "a line break inside": (octets) => octets.join("\r\n."),
  "a soft hyphen inside": (octets) => octets.join("\u00ad."),
  "a zero-width space inside": (octets) => octets.join("\u200b."),
  "mapped, dotted": (octets) => `[::ffff:${octets.join(".")}]`,
  "mapped, hexadecimal": (octets) => `[::ffff:${groups(octets)}]`,
  "mapped, capitals": (octets) => `[::FFFF:${groups(octets).toUpperCase()}]`,
  "mapped, in full": (octets) => `[0:0:0:0:0:ffff:${octets.join(".")}]`,
  "mapped, with zeros": (octets) => `[0000:0000:0000:0000:0000:FFFF:${groups(octets)}]`,
  "translated (SIIT)": (octets) => `[::ffff:0:${groups(octets)}]`,
  compatible: (octets) => `[::${octets.join(".")}]`,
  "compatible, hexadecimal": (octets) => `[::${groups(octets)}]`,
  NAT64: (octets) => `[64:ff9b::${octets.join(".")}]`,
  "NAT64, hexadecimal": (octets) => `[64:ff9b::${groups(octets)}]`,
  "NAT64, in full": (octets) => `[0064:ff9b:0:0:0:0:${groups(octets)}]`,
  "NAT64, local use": (octets) => `[64:ff9b:1::${groups(octets)}]`,
  "6to4": (octets) => `[2002:${groups(octets)}::1]`,
  "Teredo client": (octets) => `[2001:0:808:808:8000:63bf:${groups(inverted(octets))}]`,
  "Teredo server": (octets) => `[2001:0:${groups(octets)}:8000:63bf:f7f7:f7f7]`,
  ISATAP: (octets) => `[fe80::5efe:${groups(octets)}]`,
  "with a zone": (octets) => `[fe80::${groups(octets)}%25eth0]`,
  "a name before it": (octets) => `example.com@${octets.join(".")}`,
  "an encoded name before it": (octets) => `example.com%40${octets.join(".")}`,
  "a password before it": (octets) => `example.com:80@${octets.join(".")}`,
  "brackets around IPv4": (octets) => `[${octets.join(".")}]`,
  "too large by 2^32": (octets) => `${whole(octets) + 2 ** 32}`,
  "a part too large by 256": ([a, b, c, d]) => `${a + 256}.${b}.${c}.${d}`,
};

describe.each(Object.entries(spellings))("%s", (_, spell) => {
  test.each(forbidden)("%s is refused", (address) => {
    const octets = address.split(".").map(Number) as unknown as Octets;
    for (const port of ["", ":80", ":8080"]) {
      for (const start of ["http://", "https://", "http:", "http:\\\\", " http:///", "HTTP://"]) {
        const url = `${start}${spell(octets)}${port}/latest?x#y`;
        expect({ url, ok: checkTargetUrl(url, { allow: [], httpAllowed: true }).ok }).toEqual({
          url,
          ok: false,
        });
      }
    }
  });
});

test("the same spellings of a public address lead to that address or nowhere", () => {
  const octets: Octets = [8, 8, 8, 8];
  for (const spell of Object.values(spellings)) {
    const check = checkTargetUrl(`http://${spell(octets)}/`, { allow: [], httpAllowed: true });
    if (check.ok) expect(["8.8.8.8", "::ffff:808:808", "64:ff9b::808:808"]).toContain(check.address ?? "");
  }
});
