/** A reporter of Jest: sends scripts/run-tests.mjs what begins and ends. */
module.exports = class SuiteEvents {
  onRunStart({ numTotalTestSuites }) {
    process.send({ suites: numTotalTestSuites });
  }

  onTestFileStart({ path }) {
    process.send({ began: path });
  }

  onTestCaseResult({ path }) {
    process.send({ continued: path });
  }

  onTestFileResult({ path }, { testResults, failureMessage }) {
    const failed = testResults.find(({ status }) => status === 'failed');
    const failure = failed ? `${failed.fullName}: ${failed.failureMessages[0]}` : failureMessage;
    process.send({ ended: path, failure });
  }
};
