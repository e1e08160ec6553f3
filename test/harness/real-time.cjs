/** Suites of phones and browsers: mostly they wait, and what they wait for must not be late. */
const REAL_TIME = /\/(test\/(console|phone|speech|telephony)|src\/media\/application)\//;

/** @param {string} path of a suite */
exports.isRealTime = (path) => REAL_TIME.test(path);
