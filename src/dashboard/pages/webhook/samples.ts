/** Programs that receive one endpoint's deliveries and verify them, as Standard Webhooks 1.0 has it. */

/** What holds the signing secret where the program runs. */
export const secretVariable = "WAYBILL_WEBHOOK_SECRET";

export interface Sample {
  language: string;
  /** What it takes to have it run. */
  run: string;
  /** `path` is that of the endpoint's URL. */
  code: (path: string) => string;
}

const typescript = (path: string) => `import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.${secretVariable} ?? "");

createServer(async (request, response) => {
  if (request.method !== "POST" || request.url !== ${JSON.stringify(path)}) {
    response.writeHead(404).end();
    return;
  }
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  try {
    const event = webhook.verify(body, request.headers);
    console.log(event.type, event.id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(9000);
`;

const python = (path: string) => `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["${secretVariable}"].removeprefix("whsec_"))


def verify(body, headers):
    """The event, or None for what Waybill has not signed."""
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return None
    signed = f"{id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").encode().split()
    if any(hmac.compare_digest(expected, signature) for signature in signatures):
        return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        event = verify(body, self.headers) if self.path == ${JSON.stringify(path)} else None
        if event:
            print(event["type"], event["id"], flush=True)
        self.send_response(204 if event else 400)
        self.end_headers()


HTTPServer(("", 9000), Receiver).serve_forever()
`;

const go = (path: string) => `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func genuine(key, body []byte, header http.Header) bool {
	timestamp, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || time.Since(time.Unix(timestamp, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + header.Get("webhook-timestamp") + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	secret := strings.TrimPrefix(os.Getenv("${secretVariable}"), "whsec_")
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		log.Fatal("${secretVariable} is no signing secret")
	}
	http.HandleFunc(${JSON.stringify(path)}, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var event struct{ Type, ID string }
		if err != nil || !genuine(key, body, r.Header) || json.Unmarshal(body, &event) != nil {
			http.Error(w, "not genuine", http.StatusBadRequest)
			return
		}
		log.Print(event.Type, " ", event.ID)
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":9000", nil))
}
`;

const ruby = (path: string) => `require "json"
require "openssl"
require "webrick"

KEY = ENV.fetch("${secretVariable}").delete_prefix("whsec_").unpack1("m0")

# The event, or nil for what Waybill has not signed.
def verify(body, id, timestamp, signatures)
  return if (Time.now.to_i - timestamp.to_i).abs > 300

  expected = "v1," + [OpenSSL::HMAC.digest("SHA256", KEY, "#{id}.#{timestamp}.#{body}")].pack("m0")
  genuine = signatures.to_s.split.any? { |signature| OpenSSL.secure_compare(signature, expected) }
  JSON.parse(body) if genuine
end

server = WEBrick::HTTPServer.new(Port: 9000)
server.mount_proc(${JSON.stringify(path)}) do |request, response|
  event = verify(request.body.to_s, *%w[id timestamp signature].map { |name| request["webhook-#{name}"] })
  puts event["type"], event["id"] if event
  response.status = event ? 204 : 400
end
server.start
`;

const php = (path: string) => `<?php
// ${path}
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$key = base64_decode(substr(getenv('${secretVariable}'), strlen('whsec_')));
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));

$genuine = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    $genuine = $genuine || hash_equals($expected, $signature);
}
if (!$genuine || abs(time() - (int) $timestamp) > 300) {
    http_response_code(400);
    exit;
}

$event = json_decode($body, true);
error_log($event['type'] . ' ' . $event['id']);
http_response_code(204);
`;

export const samples: readonly Sample[] = [
  { language: "TypeScript", run: "npm install standardwebhooks && npx tsx receiver.ts", code: typescript },
  { language: "Python", run: "python3 receiver.py", code: python },
  { language: "Go", run: "go run receiver.go", code: go },
  { language: "Ruby", run: "gem install webrick && ruby receiver.rb", code: ruby },
  { language: "PHP", run: "php -S localhost:9000 receiver.php", code: php },
];
