import { MoonshineModel } from './moonshine-model';

/** A turn to read. */
export interface MoonshineJob {
  readonly id: number;
  /** 8 kHz. */
  readonly audio: Int16Array;
}

/** It has loaded its model, cannot, or has read a turn; null: it could not. */
export type MoonshineAnswer =
  | { readonly is: 'ready' }
  | { readonly is: 'broken'; readonly why: string }
  | { readonly is: 'read'; readonly id: number; readonly text: string | null };

const tell = (answer: MoonshineAnswer, then?: () => void) => {
  // Whoever started it may be gone.
  if (process.connected) process.send?.(answer, undefined, undefined, then);
};

// A terminal's Ctrl-C reaches all processes; the service tells this one when to end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));

const model = MoonshineModel.load(process.argv[2] ?? '');
model.then(
  () => {
    tell({ is: 'ready' });
  },
  (error: unknown) => {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    tell({ is: 'broken', why }, () => process.exit(1));
  },
);

process.on('message', ({ id, audio }: MoonshineJob) => {
  void model
    .then((loaded) => loaded.transcribe(audio))
    .catch(() => null)
    .then((text) => {
      tell({ is: 'read', id, text });
    });
});
