import { MoonshineModel } from './moonshine-model';

export interface MoonshineJob {
  readonly id: number;
  /** 8 kHz. */
  readonly audio: Int16Array;
}

/** null: recognition failed. */
export type MoonshineAnswer =
  | { readonly is: 'ready' }
  | { readonly is: 'broken'; readonly why: string }
  | { readonly is: 'read'; readonly id: number; readonly text: string | null };

const send = (answer: MoonshineAnswer, then?: () => void) => {
  // The parent may have ended.
  if (process.connected) process.send?.(answer, undefined, undefined, then);
};

// A terminal's Ctrl-C reaches all processes; the service ends this one.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));

const model = MoonshineModel.load(process.argv[2] ?? '');
model.then(
  () => send({ is: 'ready' }),
  (error: unknown) => {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    send({ is: 'broken', why }, () => process.exit(1));
  },
);

process.on('message', ({ id, audio }: MoonshineJob) => {
  void model
    .then((loaded) => loaded.transcribe(audio))
    .catch(() => null)
    .then((text) => send({ is: 'read', id, text }));
});
