import { describe, expect, test } from "bun:test";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import { checkTargetUrl, targetProblems } from "../../../src/infra/net/target-url.ts";

const live = { allow: [], httpAllowed: false };
const sandbox = { allow: [], httpAllowed: true };

describe("checkTargetUrl", () => {
  test.each([
    ["https://example.com", "https://example.com/", null],
    ["HTTPS://EXAMPLE.com:443/Path?q=1#part", "https://example.com/Path?q=1", null],
    ["https://example.com/@name?mail=a@b", "https://example.com/@name?mail=a@b", null],
    ["https://example.com./hook", "https://example.com/hook", null],
    ["https://example.com:80/", "https://example.com:80/", null],
    ["https://example.com:1024/", "https://example.com:1024/", null],
    ["https://example.com:65535/", "https://example.com:65535/", null],
    ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4", null],
    ["https://under_score.example", "https://under_score.example/", null],
    ["https://a--b.example", "https://a--b.example/", null],
    ["https://localhost.example", "https://localhost.example/", null],
    ["https://internal.example", "https://internal.example/", null],
    ["https://8.8.8.8/", "https://8.8.8.8/", "8.8.8.8"],
    ["https://8.8.8.8./", "https://8.8.8.8/", "8.8.8.8"],
    ["https://134744072/", "https://8.8.8.8/", "8.8.8.8"],
    ["https://[2606:4700:4700:0::1111]/", "https://[2606:4700:4700::1111]/", "2606:4700:4700::1111"],
    ["https://[::ffff:8.8.8.8]/", "https://[::ffff:808:808]/", "::ffff:808:808"],
    ["https://example.com/?next=http://127.0.0.1/", "https://example.com/?next=http://127.0.0.1/", null],
  ])("%p is taken as %s", (url, normal, address) => {
    const check = checkTargetUrl(url, live);
    expect(check.ok && { href: check.url.href, address: check.address }).toEqual({ href: normal, address });
  });

  test.each([
    "http://127.0.0.1/",
    "http://127.0.0.1./",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://0/",
    "http://①②⑦.0.0.1/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://127%2e0%2e0%2e1/",
    "http://%31%32%37.0.0.1/",
    "http:127.0.0.1",
    "http:\\\\127.0.0.1\\",
    "http://127.0.0.1\t/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::]/",
    "http://[::127.0.0.1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::FFFF:7F00:1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "http://[fe80::1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://168.63.129.16/",
    "http://10.0.0.1:8080/",
    "http://3232235777/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://ｌｏｃａｌｈｏｓｔ/",
    "http://any.localhost:9000/",
    "http://localhost.localdomain/",
    "http://ip6-localhost/",
    "http://printer.local/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://intranet/",
    "http://nas.home.arpa/",
    "http://255.255.255.255/",
  ])("%p is refused as an address", (url) => {
    expect(checkTargetUrl(url, sandbox)).toEqual({ ok: false, reason: "address" });
  });

  test.each([
    ["http://example.com/", "https_required"],
    ["http://127.0.0.1/", "https_required"],
    ["file:///etc/passwd", "scheme"],
    ["data:text/plain,x", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["ftp://example.com/", "scheme"],
    ["ws://example.com/", "scheme"],
    ["s3://bucket/key", "scheme"],
    ["blob:https://example.com/1", "scheme"],
    ["unix:/run/docker.sock", "scheme"],
    ["", "not_a_url"],
    ["example.com/hook", "not_a_url"],
    ["/hook", "not_a_url"],
    ["//example.com/hook", "not_a_url"],
    ["https://", "not_a_url"],
    ["https://?q", "not_a_url"],
    ["https://exa mple.com/", "not_a_url"],
    ["  https://example.com/", "not_a_url"],
    ["https://example.com/\r\n", "not_a_url"],
    ["https://example.com/\r\nx: y", "not_a_url"],
    ["https://exam\tple.com/", "not_a_url"],
    ["https://example.com/a b", "not_a_url"],
    ["https://example.com/\u0000", "not_a_url"],
    ["https:example.com", "not_a_url"],
    ["https:/example.com", "not_a_url"],
    ["https:///example.com", "not_a_url"],
    ["https:\\\\example.com\\hook", "not_a_url"],
    ["https://example.com\\hook", "not_a_url"],
    ["https://@example.com/", "userinfo"],
    ["https://:@example.com/", "userinfo"],
    ["https://256.256.256.256/", "not_a_url"],
    ["https://1.2.3.4.5/", "not_a_url"],
    ["https://[fe80::1%25eth0]/", "not_a_url"],
    ["https://[::1/", "not_a_url"],
    ["https://%00/", "not_a_url"],
    ["https://example.com:65536/", "not_a_url"],
    ["https://user@example.com/", "userinfo"],
    ["https://user:pass@example.com/", "userinfo"],
    ["https://:pass@example.com/", "userinfo"],
    ["https://example.com@127.0.0.1/", "userinfo"],
    ["https://example.com:0/", "port"],
    ["https://example.com:22/", "port"],
    ["https://example.com:25/", "port"],
    ["https://example.com:1023/", "port"],
    ["https://...", "host"],
    ["https://a..example/", "host"],
    ["https://example.com../", "host"],
    ["https://-a.example/", "host"],
    ["https://a-.example/", "host"],
    ["https://a!b.example/", "host"],
    [`https://${"a".repeat(64)}.example/`, "host"],
    [`https://${"a.".repeat(127)}example/`, "host"],
    [`https://example.com/${"a".repeat(2029)}`, "too_long"],
    [`https://example.com/${"ä".repeat(400)}`, "too_long"],
  ] as const)("%p is refused: %s", (url, reason) => {
    expect(checkTargetUrl(url, live)).toEqual({ ok: false, reason });
    expect(targetProblems[reason]).toEndWith(".");
  });

  test("2048 characters are not too long", () => {
    const url = `https://example.com/${"a".repeat(2028)}`;
    expect(checkTargetUrl(url, live).ok).toBe(true);
    expect(url).toHaveLength(2048);
  });

  test("names of private networks are names where the operator has opened a block", () => {
    const rules = { allow: parseCidrs(["10.0.0.0/8"]), httpAllowed: true };
    for (const host of ["localhost", "receiver", "hooks.internal"]) {
      expect(checkTargetUrl(`http://${host}:8080/`, rules)).toMatchObject({ ok: true, address: null });
    }
  });

  test("the sandbox may use http, and the operator may open blocks", () => {
    expect(checkTargetUrl("http://example.com/", sandbox).ok).toBe(true);
    const rules = { allow: parseCidrs(["127.0.0.0/8"]), httpAllowed: true };
    for (const host of ["127.0.0.1", "127.1", "[::ffff:127.0.0.1]", "2130706433"]) {
      expect(checkTargetUrl(`http://${host}:8080/`, rules).ok).toBe(true);
    }
    expect(checkTargetUrl("http://[::1]:8080/", rules)).toEqual({ ok: false, reason: "address" });
  });
});
