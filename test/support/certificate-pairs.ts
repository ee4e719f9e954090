import { toPem } from "./certificate.ts";

/** Self-signed certificates for tests of HTTPS. The keys protect nothing. */

export interface TestPair {
  readonly cert: string;
  readonly key: string;
}

/** For hooks.example and 127.0.0.1, as the one of `certificate.ts`, and with another key; valid until 2126. */
export const renewed: TestPair = {
  cert: toPem(
    "CERTIFICATE",
    "MIIBljCCATygAwIBAgIUTNCeK15IEW14qISrahcAuicZoO8wCgYIKoZIzj0EAwIwIDEeMBwGA1UEAwwVV2F5YmlsbCB0ZXN0" +
      "LCByZW5ld2VkMCAXDTI2MTEyOTA5NTUyOVoYDzIxMjYxMTA1MDk1NTI5WjAgMR4wHAYDVQQDDBVXYXliaWxsIHRlc3QsIHJl" +
      "bmV3ZWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATjO3X94djUkWB8R+fMQOW77W7ePAVHnHUFOg3v4tkwDY2NAeFqymcn" +
      "17d3kXEu13mvMZ3ToVtbd8crhdJiMKXjo1IwUDAeBgNVHREEFzAVgg1ob29rcy5leGFtcGxlhwR/AAABMA8GA1UdEwEB/wQF" +
      "MAMBAf8wHQYDVR0OBBYEFNkVXYKWErleEHfbhEi2+jLrGKueMAoGCCqGSM49BAMCA0gAMEUCIHB5GZA4iaKOX7bctJI5dZdL" +
      "8pVsQ8k8iQauPSor/obIAiEArHUHSsGN6q042zDkQgP5K9oW5x/zH36/g1Y+UMgNUTM=",
  ),
  key: toPem(
    "PRIVATE KEY",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/IGWhoxdzSePZjrfFKtL6gQsZS/URLWX9slaTpA/Us6hRANC" +
      "AATjO3X94djUkWB8R+fMQOW77W7ePAVHnHUFOg3v4tkwDY2NAeFqymcn17d3kXEu13mvMZ3ToVtbd8crhdJiMKXj",
  ),
};

/** For elsewhere.example and *.wild.example, valid until 2126. */
export const elsewhere: TestPair = {
  cert: toPem(
    "CERTIFICATE",
    "MIIBqDCCAU6gAwIBAgIUXyqKh3S8gcc0+ad7YzxYOujYJiMwCgYIKoZIzj0EAwIwIjEgMB4GA1UEAwwXV2F5YmlsbCB0ZXN0" +
      "LCBlbHNld2hlcmUwIBcNMjYxMTI5MDk1NTI5WhgPMjEyNjExMDUwOTU1MjlaMCIxIDAeBgNVBAMMF1dheWJpbGwgdGVzdCwg" +
      "ZWxzZXdoZXJlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE72G0K7MUMkfFikaMVhjAW/RLv5w1qiV/Z3xGsYyQfGyrlDFx" +
      "SShScQMPFig3zOQeFnvERJ27jjXKjHGV7chXbaNgMF4wLAYDVR0RBCUwI4IRZWxzZXdoZXJlLmV4YW1wbGWCDioud2lsZC5l" +
      "eGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFFxxCKi8ZHimkku5s+kVTNR7TlAiMAoGCCqGSM49BAMCA0gAMEUC" +
      "IQD/OVzv/zUegD+SPMzzeUW0JlFF2X+mIPr6TrFvwPloOQIgXXQ/a9TuYMErMN72vlEJBsWvV5j5hkGjzOS14fK0aAU=",
  ),
  key: toPem(
    "PRIVATE KEY",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAJcKr28/jcTXqUiIh6MM0ltaCXR5chd5+wmws/RwXgShRANC" +
      "AATvYbQrsxQyR8WKRoxWGMBb9Eu/nDWqJX9nfEaxjJB8bKuUMXFJKFJxAw8WKDfM5B4We8REnbuONcqMcZXtyFdt",
  ),
};

/** For hooks.example and 127.0.0.1, valid until 2021-01-01. */
export const expired: TestPair = {
  cert: toPem(
    "CERTIFICATE",
    "MIIBgTCCASegAwIBAgIBATAKBggqhkjOPQQDAjAgMR4wHAYDVQQDDBVXYXliaWxsIHRlc3QsIGV4cGlyZWQwHhcNMjAwMTAx" +
      "MDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAgMR4wHAYDVQQDDBVXYXliaWxsIHRlc3QsIGV4cGlyZWQwWTATBgcqhkjOPQIBBggq" +
      "hkjOPQMBBwNCAARr3K3u9XtQvmQTVa8mjaEEVWjLIv1SMgs52aXKx0U6pG9e+E7kkKEYjfiv3QmXr02QRaki9te/8ATAjZ1C" +
      "HUhCo1IwUDAeBgNVHREEFzAVgg1ob29rcy5leGFtcGxlhwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFINqDFbC" +
      "Ti04f44ZD2RvrSZwLk3oMAoGCCqGSM49BAMCA0gAMEUCIES8Dgx7W3SdN+tzeiTDGXlCT9ENq8nKB8FprP0bzS2FAiEAwzuq" +
      "s58P5mH8nbh7I9RyflHsaZvs9FaJINDzDiv2V0Y=",
  ),
  key: toPem(
    "PRIVATE KEY",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgi/rtuTI9YHWF7VfkgxIjTS1dH8Iu4hrk5JBb4bxrfpGhRANC" +
      "AARr3K3u9XtQvmQTVa8mjaEEVWjLIv1SMgs52aXKx0U6pG9e+E7kkKEYjfiv3QmXr02QRaki9te/8ATAjZ1CHUhC",
  ),
};

/** For hooks.example and 127.0.0.1, valid from 2100-01-01. */
export const later: TestPair = {
  cert: toPem(
    "CERTIFICATE",
    "MIIBgDCCASegAwIBAgIBAjAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNXYXliaWxsIHRlc3QsIGxhdGVyMCIYDzIxMDAwMTAx" +
      "MDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMB4xHDAaBgNVBAMME1dheWJpbGwgdGVzdCwgbGF0ZXIwWTATBgcqhkjOPQIBBggq" +
      "hkjOPQMBBwNCAAQtg9Jx3wxHEugBihdbr7KCqqSifG6Y6IlQW05LsbBhgK7cs3JbILHJZa24sXYYKqgTxlUiDcLrNyVwrsjh" +
      "ECRTo1IwUDAeBgNVHREEFzAVgg1ob29rcy5leGFtcGxlhwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFNqY8nd9" +
      "CV986nWm2wLEYcwkSeN/MAoGCCqGSM49BAMCA0cAMEQCIDN9RmayaoVG42HxnyLbseDh1+jlDvpK399SvKiez2ABAiBRJPaK" +
      "EZ9JEfu2ARWjtJE7mB3UuQ5FQuH/XUvBGf2fng==",
  ),
  key: toPem(
    "PRIVATE KEY",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPzm9uzWXFzyBfBYIoHci6sy0K/8/PJyE+oGQZovZ2yGhRANC" +
      "AAQtg9Jx3wxHEugBihdbr7KCqqSifG6Y6IlQW05LsbBhgK7cs3JbILHJZa24sXYYKqgTxlUiDcLrNyVwrsjhECRT",
  ),
};
