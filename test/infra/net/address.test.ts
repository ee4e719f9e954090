import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isAllowedAddress, parseCidrs } from "../../../src/infra/net/address.ts";

const none = parseCidrs([]);

/** `[first, last]` of every block that is refused, and where they exist its neighbors, which are not. */
const refusedV4 = [
  ["this network", "0.0.0.0", "0.255.255.255", null, "1.0.0.0"],
  ["private 10/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["shared, CGNAT", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["loopback", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["link-local", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["private 172.16/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["protocol assignments", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["documentation 1", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["AS112", "192.31.196.0", "192.31.196.255", "192.31.195.255", "192.31.197.0"],
  ["AMT", "192.52.193.0", "192.52.193.255", "192.52.192.255", "192.52.194.0"],
  ["6to4 relays", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["private 192.168/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["benchmarking", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["documentation 2", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["documentation 3", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["Azure metadata", "168.63.129.16", "168.63.129.16", "168.63.129.15", "168.63.129.17"],
  ["multicast", "224.0.0.0", "239.255.255.255", "223.255.255.255", null],
  ["reserved and broadcast", "240.0.0.0", "255.255.255.255", null, null],
] as const;

const refusedV6 = [
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["IPv4-compatible", "::7f00:1"],
  ["IPv4-compatible, public", "::8.8.8.8"],
  ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
  ["IPv4-mapped loopback in hex", "::ffff:7f00:1"],
  ["IPv4-mapped metadata", "::ffff:169.254.169.254"],
  ["IPv4-mapped Azure metadata", "::ffff:168.63.129.16"],
  ["SIIT", "::ffff:0:127.0.0.1"],
  ["ISATAP form", "::5efe:127.0.0.1"],
  ["the rest of ::/8", "ff:ffff::1"],
  ["NAT64 of a private address", "64:ff9b::10.0.0.1"],
  ["NAT64 of metadata", "64:ff9b::a9fe:a9fe"],
  ["NAT64, local use", "64:ff9b:1::8.8.8.8"],
  ["beside the NAT64 prefix", "64:ff9b:0:0:0:1:808:808"],
  ["discard only", "100::1"],
  ["Teredo", "2001::1"],
  ["Teredo with an embedded address", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["benchmarking", "2001:2::1"],
  ["AMT", "2001:3::1"],
  ["ORCHID", "2001:10::1"],
  ["ORCHIDv2", "2001:20::1"],
  ["drone identifiers", "2001:30::1"],
  ["last of 2001::/23", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["documentation", "2001:db8::1"],
  ["6to4", "2002:7f00:1::"],
  ["6to4 of a public address", "2002:808:808::1"],
  ["documentation 2", "3fff::1"],
  ["last of documentation 2", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["unallocated", "4000::1"],
  ["segment routing", "5f00::1"],
  ["unique local", "fc00::1"],
  ["unique local, AWS metadata", "fd00:ec2::254"],
  ["unique local, Google metadata", "fd20:ce::254"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
  ["last of all", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
] as const;

const allowedV6 = [
  "2000::1",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2001:db7:ffff::1",
  "2001:db9::1",
  "2003::1",
  "2606:4700:4700::1111",
  "2a00:1450:4001:82a::200e",
  "3ffe::1",
  "3fff:1000::1",
  "::ffff:8.8.8.8",
  "::ffff:808:808",
  "64:ff9b::8.8.8.8",
];

/** Not addresses in their canonical form, so nothing that may be connected to. */
const notAddresses = [
  "",
  "localhost",
  "example.com",
  "8.8.8",
  "8.8.2056",
  "134744072",
  "0x8080808",
  "010.8.8.8",
  "08.8.8.8",
  "8.8.8.8.",
  " 8.8.8.8",
  "8.8.8.8/32",
  "256.8.8.8",
  "[2606:4700:4700::1111]",
  "2606:4700:4700::1111]/",
  "2606:4700:4700::1111%1",
  "2606:4700:4700",
  "::ffff:8.8.8.256",
];

describe("isAllowedAddress", () => {
  test.each(refusedV4)("%s is refused from %s to %s and no further", (_, first, last, before, after) => {
    expect(isAllowedAddress(first, none)).toBe(false);
    expect(isAllowedAddress(last, none)).toBe(false);
    expect(isAllowedAddress(`::ffff:${last}`, none)).toBe(false);
    expect(isAllowedAddress(`64:ff9b::${first}`, none)).toBe(false);
    if (before) expect(isAllowedAddress(before, none)).toBe(true);
    if (after) expect(isAllowedAddress(after, none)).toBe(true);
  });

  test.each(refusedV6)("%s is refused: %s", (_, address) => {
    expect(isAllowedAddress(address, none)).toBe(false);
    expect(isAllowedAddress(address.toUpperCase(), none)).toBe(false);
  });

  test.each(allowedV6)("%s is allowed", (address) => {
    expect(isAllowedAddress(address, none)).toBe(true);
  });

  test.each(notAddresses)("%p is no address", (text) => {
    expect(isAllowedAddress(text, parseCidrs(["0.0.0.0/0", "::/0"]))).toBe(false);
  });

  test("no spelling of an IPv4 address inside IPv6 gets a better verdict than the address itself", () => {
    const octet = fc.nat({ max: 255 });
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const dotted = [a, b, c, d].join(".");
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        const verdict = isAllowedAddress(dotted, none);
        const embedded = [`::ffff:${dotted}`, `::ffff:${hex}`, `64:ff9b::${dotted}`, `64:ff9b::${hex}`];
        const never = [
          `::${dotted}`,
          `::ffff:0:${hex}`,
          `::5efe:${hex}`,
          `2002:${hex}::1`,
          `64:ff9b:1::${hex}`,
        ];
        return (
          embedded.every((address) => isAllowedAddress(address, none) === verdict) &&
          never.every((address) => !isAllowedAddress(address, none))
        );
      }),
    );
  });
});

describe("the allow list", () => {
  test.each([
    ["10.0.0.0/8", "10.1.2.3", "172.16.0.0"],
    ["10.0.0.0/8", "::ffff:10.1.2.3", "::ffff:127.0.0.1"],
    ["10.0.0.0/8", "64:ff9b::10.1.2.3", "64:ff9b::127.0.0.1"],
    ["127.0.0.1", "127.0.0.1", "::1"],
    ["127.0.0.1/32", "127.0.0.1", "127.0.0.2"],
    ["::1", "::1", "127.0.0.1"],
    ["fd00::/8", "fd12:3456::1", "fc00::1"],
    ["::ffff:10.0.0.0/104", "::ffff:10.1.2.3", "10.1.2.3"],
    ["0.0.0.0/0", "192.168.1.1", "fe80::1"],
    ["169.254.169.254", "169.254.169.254", "169.254.169.253"],
  ])("%s lets %s through, still not %s", (cidr, allowed, refused) => {
    const allow = parseCidrs(["198.18.0.7", ` ${cidr} `]);
    expect(isAllowedAddress(allowed, none)).toBe(false);
    expect(isAllowedAddress(allowed, allow)).toBe(true);
    expect(isAllowedAddress(refused, allow)).toBe(false);
  });

  test.each([
    "",
    "localhost",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/8.0",
    "10/8",
    "010.0.0.0/8",
    "fd00::/129",
    "[fd00::]/8",
    "fe80::%eth0/10",
    "fd00::/x",
  ])("%p is named as a bad entry", (entry) => {
    expect(() => parseCidrs(["10.0.0.0/8", entry])).toThrow(`"${entry}" is not a CIDR block`);
  });

  test("bits beyond the prefix are an error that names the block", () => {
    expect(() => parseCidrs(["10.1.2.3/8"])).toThrow("the block is 10.0.0.0/8");
    expect(() => parseCidrs(["fd00::1/8"])).toThrow("the block is fd00::/8");
  });
});
