import type { ListenResult, TextLine } from '../domain/text-line';

/** Turns of a contact who has hung up while the agent spoke. */
export async function* lastWords(
  line: Pick<TextLine, 'listen'>,
): AsyncGenerator<Extract<ListenResult, { kind: 'speech' }>> {
  for (;;) {
    const result = await line.listen(0);
    if (result.kind === 'speech') yield result;
    else if (result.kind !== 'unclear') return;
  }
}
