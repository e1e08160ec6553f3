import { sentenceOfLive } from './live/method.mjs';

/**
 * What each part found, in a sentence, in the order of the page. A part without figures says nothing; one without a
 * sentence stands in the tables alone.
 */
const SENTENCES = {
  'post-calls': ({ runs, ratio }) =>
    `POST /calls: ${perSecond(runs)} requests a second, ${ratio.median} of a server that only inserts the row.`,
  'get-call': ({ runs, ratio }) =>
    `GET /calls/{id}: ${perSecond(runs)} requests a second, ${ratio.median} of a server that only selects the row.`,
  'post-batches': ({ runs, p95Ms }) =>
    `POST /batches of 1,000 rows: ${rounded(median(runs.map((run) => run.serviceMs)))} ms, 95 % within ${rounded(p95Ms)} ms.`,
  dispatch: ({ one, backlogRatio }) =>
    `Dispatch by one worker: ${rounded(one.perSecond.median)} calls a second; with 1 million due in 1,000 accounts ${backlogRatio} of it.`,
  pooler: ({ pooler, post, dispatch, listen, poll }) =>
    `Behind ${pooler}, without prepared statements: POST ${post.median} and dispatch ${dispatch.median} of the rate without it; the carrier is asked ` +
    `${rounded(listen.p50Ms)} ms after the commit${poll ? `, ${rounded(poll.p50Ms)} ms with polls` : ''}.`,
  latency: ({ carrier, receiver }) =>
    `On an idle service the carrier is asked ${carrier.p50Ms} ms (99th percentile ${carrier.p99Ms} ms) after the commit, and the ` +
    `webhook's first byte arrives after ${receiver.p50Ms} ms (${receiver.p99Ms} ms).`,
  deliveries: ({ runs, ratio }) =>
    `Webhooks: ${rounded(median(runs.map((run) => run.perSecond)))} deliveries a second, ${ratio.median} of a loop that signs and stores nothing.`,
  history: ({ runs, worst }) =>
    `With up to ${runs.at(-1).calls.toLocaleString('en')} calls in the database, POST, GET and dispatch cost at most ${worst} times what they cost with 10,000.`,
  'list-calls': ({ worst }) =>
    `Page 10,000 of a list of 1 million calls takes at most ${worst} times as long as page 1, with any filter.`,
  'real-calls': ({ invite, perSecond: rate, postRatio }) =>
    `Real calls: the INVITE leaves ${rounded(invite.p50Ms)} ms (95th percentile ${rounded(invite.p95Ms)} ms) after the commit; one media process ` +
    `dials ${rounded(rate.median)} a second; POST /calls beside it is ${postRatio.median} of what it is without.`,
  registrar: ({ setUp, ring, registrations, flood }) =>
    `Trial phone: a softphone rings ${rounded(setUp.p95Ms)} ms after "Set up", the INVITE leaves ${rounded(ring.p95Ms)} ms after "Ring" (95th percentiles); ` +
    `${registrations.phones.toLocaleString('en')} registrations take ${registrations.corePercent} % of a core; ${flood.sent.toLocaleString('en')} wrong passwords make ` +
    `the 20 ms clock ${flood.laterMs} ms later (99 %), and refuse ${flood.refused} good phones.`,
  encrypted: ({ calls, lateMs, corePercent, invite }) =>
    `${calls} encrypted calls: the 20 ms clock is at most ${lateMs.encrypted} ms late (99 %), ${lateMs.plain} ms in plain; they take ${corePercent.more} % of a core more; ` +
    `their INVITE leaves after ${invite.ratio} of the time in plain (95th percentile).`,
  console: ({ pages, lists, homeMs }) =>
    `Console: Home is ready ${rounded(pages.homeColdP95Ms)} ms after it was opened anew, another page ${rounded(pages.pageP95Ms)} ms after its link ` +
    `was pressed, ${rounded(pages.firstP95Ms)} ms at first (95th percentiles); rows of 1 million calls take at most ${rounded(lists.p95Ms)} ms, Home with 100,000 calls today ${rounded(homeMs)} ms.`,
  spoken: ({ runs, bargeIn }) => {
    const of = (engines) => runs.filter((run) => run.engines === engines);
    const words = (all) =>
      all.map(({ calls, p50Ms, p95Ms }) => `${calls}: ${p50Ms} (${p95Ms}) ms`).join(', ');
    return (
      `A contact hears the agent's answer, by calls at once, with engines that answer at once after ${words(of('atOnce'))}; with the ` +
      `offline speech kit after ${words(of('kit'))}; who cuts in hears it fall silent after ${bargeIn.p50Ms} (${bargeIn.p95Ms}) ms. ` +
      'Medians (95th percentiles).'
    );
  },
  cloud: ({ p50Ms, p95Ms, calls, lateMs, callMb }) =>
    `Over fakes of cloud engines with the times that they state an agent answers after ${p50Ms} (${p95Ms}) ms; ${calls} such calls in a ` +
    `media process take ${callMb} MB each, and its 20 ms clock is at most ${lateMs.p99} ms late (99 %).`,
  turns: ({ runs }) =>
    `Turns of a spoken corpus: ${runs
      .filter(({ falseStops }) => falseStops !== null)
      .map(
        ({ engines, falseCutIns, p50Ms, p95Ms, deafBargeIns, falseStops }) =>
          `with ${engines === 'kit' ? 'the offline speech kit' : 'known words'} the agent answers after ${p50Ms} (${p95Ms}) ms, cuts in on ${falseCutIns} ` +
          `of 100, goes on over ${deafBargeIns} of 100 who cut in, and is stopped by ${falseStops} of 100 other sounds`,
      )
      .join('; ')}.`,
  live: sentenceOfLive,
  'talk-hour': ({ minutes, atOnce, memory, lateMs, recordings }) =>
    `Spoken calls for ${minutes} minutes, ${atOnce} at once: memory ends at ${memory.growth} of what it was after the warm-up, the ` +
    `20 ms clock was at most ${lateMs.p99} ms late (99 %), ${recordings.right} recordings are as long as their calls, ${recordings.wrong} are not.`,
  tools: ({ toTool, ratio, tests }) =>
    `Tools: their request leaves ${rounded(toTool.p50Ms)} ms (99th percentile ${rounded(toTool.p99Ms)} ms) after the call in the model's answer; other talks ` +
    `beside 50 tools that never answer take ${ratio.median} of the time; ${tests.count} offline tests of an agent take ${rounded(tests.routeMs)} ms.`,
  disable: ({ ms }) => `Turning an agent off with 10,000 waiting calls takes ${rounded(ms.median)} ms.`,
  start: ({ readyMs, restMb, afterManyMb, calls }) =>
    `A start takes ${rounded(readyMs.median)} ms; a process has ${rounded(restMb)} MB at rest and ${rounded(afterManyMb)} MB after ${calls.at(-1).toLocaleString('en')} calls.`,
};

/** The page's first lines: what was measured, by medians, and which goals were missed. */
export function summaryOf(parts) {
  const measured = Object.entries(parts).filter(([, part]) => part.figures);
  const sentences = Object.entries(SENTENCES).flatMap(([name, sentence]) => {
    const figures = parts[name]?.figures;
    return figures ? [`- ${sentence(figures)}`] : [];
  });
  const missed = measured.filter(([, part]) => part.reached === false).map(([name]) => `\`${name}\``);
  const verdict =
    missed.length > 0 ? `Missed are the goals of ${missed.join(', ')}.` : 'Every goal below is reached.';
  return [...sentences, '', verdict].join('\n');
}

function perSecond(runs) {
  return rounded(median(runs.map(({ service }) => service.perSecond)));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function rounded(value) {
  return Math.round(value).toLocaleString('en');
}
