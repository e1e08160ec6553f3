const COLOR = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (COLOR ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
const green = paint(32);
const yellow = paint(33);

const PAINTS = { completed: green, queued: dim, dialing: dim, in_progress: dim };

/** One line for a call as it stands. */
export function statusLine(call, lead) {
  const status = (PAINTS[call.status] ?? yellow)(call.status.padEnd(12));
  const outcome = call.outcome ? `${call.outcome.disposition}, ${call.duration_seconds} s` : '';
  const words = call.status_reason ?? outcome;
  return `   ${lead.contact.name.padEnd(22)} ${lead.phone_number}  ${status} ${words}`;
}

/** A transcript and its outcome. */
export function printTalk(call, lead) {
  const { outcome } = call;
  console.log(`\n   ${bold(lead.contact.name)} ${dim(`${lead.phone_number}, ${call.duration_seconds} s`)}`);
  for (const { speaker, text, start_ms: at } of outcome.transcript) {
    console.log(`   ${dim(clock(at))} ${speaker.padEnd(8)} ${text}`);
  }
  console.log(`   ${dim('→')} ${bold(outcome.disposition)}${rating(outcome)}`);
  for (const [question, answer] of Object.entries(outcome.answers)) {
    if (answer !== null) console.log(`     ${dim(question)} ${answer}`);
  }
  if (outcome.callback_time_text) console.log(`     ${dim('call back:')} ${outcome.callback_time_text}`);
}

/** One row a call: status, disposition, rating, credits. */
export function summaryTable(calls, charges) {
  const rows = calls.map(({ call, lead }) => [
    lead.contact.name,
    lead.phone_number.slice(-4),
    call.status,
    call.outcome?.disposition ?? '',
    call.outcome?.lead_rating ?? '',
    charges.get(call.id) ?? 0,
  ]);
  const total = rows.reduce((sum, row) => sum + row[5], 0);
  const table = [
    ['contact', 'ends in', 'status', 'disposition', 'rating', 'credits'],
    ...rows,
    ['', '', '', '', '', total],
  ];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => String(row[column]).length)));
  return table
    .map((row) => `   ${row.map((cell, column) => String(cell).padEnd(widths[column])).join('  ')}`)
    .join('\n');
}

function rating({ lead_rating: value }) {
  return value === null ? '' : `, ${value} of 10`;
}

function clock(ms) {
  const seconds = Math.floor(ms / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}`;
}
