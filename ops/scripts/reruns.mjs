// A reporter of vitest: names every test that passed only when it was tried once more. The run has
// failed when tests/retried.json names it already: it was tried once more before.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

export default class Reruns {
  known = JSON.parse(readFileSync(new URL("../../tests/retried.json", import.meta.url), "utf8"));

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const name = `${relative(root, test.module.moduleId)} > ${test.fullName}`;
    const why = test.result().errors?.[0]?.message.split("\n")[0] ?? "no reason kept";
    console.log(`RERUN ${name}: ${why}`);
    if (name in this.known) {
      console.log(`RETRIED AGAIN ${name}: ${this.known[name]} Mend the test.`);
      process.exitCode = 1;
    } else console.log(`RETRIED ${name}: find out why and enter it in tests/retried.json.`);
  }
}
