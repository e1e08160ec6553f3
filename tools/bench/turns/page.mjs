const ROWS = [
  ['false cut-ins, of 100 turns', 'falseCutIns', '4', '8'],
  ['response p50, ms', 'p50Ms', '450', '650'],
  ['response p95, ms', 'p95Ms', '800', '1,100'],
  ['deaf barge-ins, of 100', 'deafBargeIns', '2', '3'],
  ['false stops, of 100', 'falseStops', '3', '8'],
  ['lost words at 10 dB SNR, points', 'lostWords', '–', '+10'],
];

/** How agents take turns, before quick answers and words of the lull, and with them. */
export function turnsTable(figures) {
  if (!figures) return '';
  const { before, runs } = figures;
  const of = (all, name) => all?.find(({ engines }) => engines === name);
  const cell = (run, name) => run?.[name] ?? '–';
  const rows = ROWS.map(([title, name, known, kit]) =>
    [
      title,
      `≤ ${known}`,
      cell(of(before, 'known'), name),
      cell(of(runs, 'known'), name),
      `≤ ${kit}`,
      cell(of(before, 'kit'), name),
      cell(of(runs, 'kit'), name),
    ].join(' | '),
  );
  const [late, early] = ['model', 'model-early'].map((name) => of(runs, name));
  return `
## Turns

| Figure | known words: goal | before | now | kit: goal | before | now |
| --- | --- | --- | --- | --- | --- | --- |
| ${rows.join(' |\n| ')} |

${late && early ? sooner(late, early) : ''}
\`npm run bench -- turns\` plays a corpus of 300 turns, which espeak-ng speaks (English, Hindi, Hinglish), through the test
softphone and real legs: ${of(runs, 'known')?.turns ?? '–'} of them to a recognizer that gives the known words at the pace at which they are said (a word is known
250 ms after its end), those in English to the offline speech kit. Pauses within a turn are of 300 ms anywhere, of 600 and 900 ms
after a word that joins, fills or counts, and one in ten of them elsewhere. Behind the words is nothing, noise at 20, 10 or 5 dB SNR,
or a television at −15 dB. The generator marks where a turn ends. The figures are of the telephone's recording, so that both
jitter buffers belong to a response; whether a sentence was stopped is of the transcript. A seed makes the same corpus again;
\`--turns 60\` measures a sample, \`--engines kit\` a part, \`--legs 2\` with fewer calls at once, \`--base=DIST\` another build, too, which
is the column before, \`--each\` prints what became of each turn. The model that leads the talks is a fake, too. ${machineOf([...(before ?? []), ...runs])}

What limits them: a pause of 900 ms after a joining word is as long as the quiet that ends such a turn, and one of 600 ms elsewhere
longer, so that the agent cuts in. A turn that ends with a digit, as one in twelve does, waits for 900 ms. A television is speech, and its
turns end when it pauses. After two sounds that were no words, words alone interrupt, and the kit looks for them after 600 and 750 ms
of speech: looking after 450 ms leaves 5.6 of 100 barge-ins unheard for a second, but backchannels and televisions stop the agent in
18.8 of 100. Speech counts on over a comma; when it did not, 50 of 100 were unheard. The kit ends each text with a full stop, also in
the middle of a sentence, so that answers to it wait for 120 ms more: without that the agent answered after 571 ms, and cut in on
21.3 of 100. The columns before are of slower machines.
`;
}

function machineOf(runs) {
  const range = (name) => {
    const values = runs.map((run) => run[name]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return least === most ? String(least) : `${least} to ${most}`;
  };
  return (
    `With ${range('legs')} calls at once the machine's load was ${range('load')}, in part of other programs: more than its cores are ` +
    'programs that wait, and then answers come later.'
  );
}

function sooner(late, early) {
  return `With a model whose first word takes 400 ms, and a recognizer that gives no punctuation, an answer takes ${late.p50Ms} (${late.p95Ms}) ms
when it is asked at the end of a turn, ${early.p50Ms} (${early.p95Ms}) ms when it is asked early (\`LLM_SPECULATION\`), with ${early.requestsATurn} requests a turn
instead of ${late.requestsATurn}. After words that end a sentence 300 ms of quiet end the turn, and most recognizers know them no sooner: then
nothing is gained. In this corpus, with four pauses in five turns, a talk soon has its three requests that were for nothing, and
makes no more: without that bound 30 turns of a busier hour were answered 169 ms sooner, with about 1.6 requests a turn.
`;
}
