import { pathOf } from "./endpoints.ts";
import go from "./samples/go.txt";
import javascript from "./samples/javascript.txt";
import php from "./samples/php.txt";
import python from "./samples/python.txt";
import ruby from "./samples/ruby.txt";

/** Programs that receive an endpoint's deliveries and verify them by Standard Webhooks 1.0. */

/** The environment variable with the signing secret. */
export const secretVariable = "WAYBILL_WEBHOOK_SECRET";
/** Placeholder in all samples for the path of the endpoint's URL. */
export const samplePath = "/hooks/waybill";

interface Sample {
  language: string;
  /** The command that runs it. */
  run: string;
  code: string;
}

const samples: readonly Sample[] = [
  { language: "JavaScript", run: "npm install standardwebhooks && node receiver.mjs", code: javascript },
  { language: "Python", run: "python3 receiver.py", code: python },
  { language: "Go", run: "go run receiver.go", code: go },
  { language: "Ruby", run: "gem install webrick && ruby receiver.rb", code: ruby },
  { language: "PHP", run: "php -S localhost:9000 receiver.php", code: php },
];

/** The samples for an endpoint with this URL. */
export function samplesFor(url: string): Sample[] {
  const path = pathOf(url);
  return samples.map((sample) => ({ ...sample, code: sample.code.replaceAll(samplePath, path) }));
}
