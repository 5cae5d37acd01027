// A reporter of vitest: names every test that passed only when it was tried once more.
export default class Reruns {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const why = test.result().errors?.[0]?.message.split("\n")[0] ?? "no reason kept";
    console.log(`RERUN ${test.module.moduleId.replace(`${process.cwd()}/`, "")} > ${test.fullName}: ${why}`);
  }
}
