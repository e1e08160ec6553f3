import type { Turn } from '../../shared-kernel/talk';
import type { HistoryItem } from '../../shared-kernel/talk-history';
import type { Spoken } from '../domain/text-line';
import type { RoundOutcome } from './tool-rounds';

/** What was spoken and done in a talk so far. */
export class TalkRecord {
  readonly #items: HistoryItem[] = [];
  /** Uses of tools since the agent's last answer. */
  #invocations: readonly string[] = [];

  constructor(private readonly onTurn: (turn: Turn) => void) {}

  get items(): readonly HistoryItem[] {
    return this.#items;
  }

  add(turn: Turn): void {
    if (turn.text === '') return;
    this.#items.push(turn);
    this.onTurn(turn);
  }

  addContactTurn({ text, startMs, endMs }: Pick<Turn, 'text' | 'startMs' | 'endMs'>): void {
    this.add({ speaker: 'contact', text, startMs, endMs });
  }

  /** The agent's answer. */
  addSpoken(spoken: Spoken): void {
    if (spoken.playedText === '') return;
    const toolInvocations = this.#invocations;
    this.add({ ...turnOf(spoken), ...(toolInvocations.length > 0 && { toolInvocations }) });
    this.#invocations = [];
  }

  addWaiting(spoken: Spoken): void {
    if (spoken.playedText === '') return;
    const turn = turnOf(spoken);
    this.#items.push({ ...turn, isWaiting: true });
    this.onTurn(turn);
  }

  /** Before what was spoken while its tools ran. */
  addRound(place: number, { round, invocations }: RoundOutcome): void {
    this.#items.splice(place, 0, round);
    this.#invocations = [...this.#invocations, ...invocations];
  }
}

function turnOf({ startMs, endMs, playedText: text, responseMs }: Spoken): Turn {
  return { speaker: 'agent', text, startMs, endMs, ...(responseMs !== undefined && { responseMs }) };
}
