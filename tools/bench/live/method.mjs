/** How the figures of live are taken, for the page. */
export const METHOD_OF_LIVE = `\`live\` has a Chromium with a file as microphone. A recorder in its page keeps what the microphone gives and what is
played, millisecond by millisecond, on the clock of its audio context: at the context's output, so without the device's own
latency (\`latencyMs\`, as Chromium tells it). \`firstSound\` begins with the press, each time in a page that was opened anew.
\`silent\` begins with the first voiced millisecond of a person who speaks in the midst of the agent's words, above −45 dB.
\`roundTrip\` compares the page with the recording of the service: from a sound of the microphone to the same sound in the recording,
and from the sound of the agent nearest to it there to the same in the page; how far the two clocks are apart drops out of the sum.
\`lossy\` is the same between two network namespaces, where a program carries packets between two tun devices, 40 ms late, and
loses 5 % each way by chance; it needs root, \`/dev/net/tun\` and perl, and is skipped without. \`kit\` has a client without a browser
speak by espeak-ng, 700 ms after the agent's last sound; \`heardP50Ms\` is what it heard itself, from its last frame to the answer's
first. \`transport\` takes 50 voice tests at once, more than an account may have, and the CPU of all threads but that of the media,
where legs of any kind are mixed and recorded, while sound goes both ways and no words are exchanged; \`talkCpuMs\` is a whole talk
with all threads. \`listening\` has phones of its own, which know when each packet left; \`earP95Ms\` is when the player of the
built page, which gets the messages as they came, plays the sound, without the device's latency. The p99 of the clock lies within its
bucket by proportion. Listeners have a call each, which costs most: a call is tapped once, however many listen. \`memory\`
is resident memory after garbage was collected in every thread. It includes what the C library's allocator has and nobody uses: after
1,000 tests V8's heap is 1.5 % larger than after 50, most of it compiled code, and \`malloc_trim\` gives 17 of 191 MB back. It does not
grow for ever: a build before had 188 MB after 50, 210 after 1,000 and 212 after 2,000. On a machine half as
fast, with other work beside, one run grew by 23 MB: 10 in the allocator's main arena, 7 in those of other threads, 5 in V8's pages
and code. Two arenas (\`MALLOC_ARENA_MAX=2\`), fixed thresholds of the allocator, and a young generation of 2 MB did not help: growth
1.10, 1.10 and 1.08, beside 1.09 and 1.12 without them.`;

/** What was found, where it was measured. */
export function sentenceOfLive({ browser, lossy, kit, transport, listening, memory }) {
  const found = [
    [
      browser,
      ({ firstSound, silent, roundTrip }) =>
        `the first sound comes ${firstSound.p95Ms} ms after the press, who cuts in hears the agent fall silent after ${silent.p95Ms} ms, and ` +
        `from mouth to ear and back it is ${roundTrip.p95Ms} ms`,
    ],
    [lossy, ({ roundTrip }) => `${roundTrip.p95Ms} ms over 80 ms of round trip with 5 % loss`],
    [kit, ({ p50Ms, p95Ms }) => `with the offline speech kit an agent answers after ${p50Ms} (${p95Ms}) ms`],
    [transport, ({ cpuMs, mb }) => `a test costs ${cpuMs} ms of CPU a second and ${mb} MB`],
    [
      listening,
      ({ earP95Ms, clockLaterMs, cpuMs }) =>
        `who listens to a call hears it ${earP95Ms} ms late, costs ${cpuMs} ms of CPU a second, and makes the 20 ms clock ${Math.max(0, clockLaterMs)} ms later`,
    ],
    [memory, ({ growth, tests }) => `after ${tests} tests memory is ${growth} of what it was after 50`],
  ].flatMap(([figures, say]) => {
    const isThere = figures && !('skipped' in figures) && !('failed' in figures);
    return isThere ? [say(figures)] : [];
  });
  return `Voice tests in the browser (95th percentiles): ${found.join('; ')}.`;
}
