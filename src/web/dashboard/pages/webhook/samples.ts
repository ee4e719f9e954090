import go from "./samples/go.txt";
import javascript from "./samples/javascript.txt";
import php from "./samples/php.txt";
import python from "./samples/python.txt";
import ruby from "./samples/ruby.txt";

/** Programs that receive one endpoint's deliveries and verify them, as Standard Webhooks 1.0 has it. */

/** What holds the signing secret where they run. */
export const secretVariable = "WAYBILL_WEBHOOK_SECRET";
/** Stands in all of them for the path of the endpoint's URL. */
export const samplePath = "/hooks/waybill";

export interface Sample {
  language: string;
  /** What it takes to have it run. */
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

/** For the endpoint with this URL. */
export function samplesFor(url: string): Sample[] {
  const { pathname } = new URL(url);
  return samples.map((sample) => ({ ...sample, code: sample.code.replaceAll(samplePath, pathname) }));
}
