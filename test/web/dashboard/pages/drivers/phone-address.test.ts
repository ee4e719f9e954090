import { expect, test } from "bun:test";
import { phoneAddressOf } from "../../../../../src/web/dashboard/pages/drivers/phone-address.ts";

/** Which address a driver's phone opens. */

const problemOf = (origin: string) => phoneAddressOf(`${origin}/d#code`).problem;

test("the line under the code names the address, and says what will not work there", () => {
  expect(phoneAddressOf("https://waybill.example.com:8443/d#code")).toEqual({
    origin: "https://waybill.example.com:8443",
    problem: null,
  });
  expect(
    ["http://192.168.1.20:8080", "http://waybill.example.com", "http://[fd00::1]"].map(problemOf),
  ).toEqual(["plain", "plain", "plain"]);
  const local = ["127.0.0.1:8080", "127.9.9.9", "localhost:8080", "a.localhost", "0.0.0.0", "[::1]", "[::]"];
  expect(local.map((host) => problemOf(`http://${host}`))).toEqual(local.map(() => "local"));
  expect(problemOf("https://localhost")).toBe("local");
  expect(problemOf("http://localhost.example.com")).toBe("plain");
});
